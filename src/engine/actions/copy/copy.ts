import type { CopyArgs } from '../../../generated/actions/copy.ts'
import type { Action } from '../action.ts'

export default {
  async run({ text }, context) {
    const done = await context.copy(text)
    context.toast(context.text(done ? 'ui.copied' : 'ui.copyFailed'), { tone: done ? 'success' : 'error' })
    return { branch: done ? 'onSuccess' : 'onError' }
  },
} satisfies Action<CopyArgs>
