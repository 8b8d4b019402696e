import type { SetLanguageArgs } from '../../../generated/actions/setLanguage.ts'
import type { Action } from '../action.ts'

export default {
  async run({ lang }, context) {
    await context.setLanguage(lang)
    return {}
  },
} satisfies Action<SetLanguageArgs>
