import type { SetThemeArgs } from '../../../generated/actions/setTheme.ts'
import type { Action } from '../action.ts'

export default {
  run({ theme }, context) {
    context.setTheme(theme)
    return {}
  },
} satisfies Action<SetThemeArgs>
