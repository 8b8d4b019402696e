import type { SaveFileArgs } from '../../../generated/actions/saveFile.ts'
import type { Action } from '../action.ts'

export default {
  async run({ name, text, mediaType = 'text/csv' }, context) {
    return { branch: (await context.saveFile({ name, text, mediaType })) ? 'onSuccess' : 'onError' }
  },
} satisfies Action<SaveFileArgs>
