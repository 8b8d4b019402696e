import type { ShareArgs } from '../../../generated/actions/share.ts'
import type { Action } from '../action.ts'

export default {
  async run({ title, text, url }, context) {
    const outcome = await context.share({ title, url, ...(text !== undefined && { text }) })
    if (outcome !== 'missing') return { branch: outcome === 'shared' ? 'onSuccess' : 'onError' }
    const done = await context.copy(url)
    context.toast(context.text(done ? 'ui.copied' : 'ui.copyFailed'), { tone: done ? 'success' : 'error' })
    return { branch: done ? 'onSuccess' : 'onError' }
  },
} satisfies Action<ShareArgs>
