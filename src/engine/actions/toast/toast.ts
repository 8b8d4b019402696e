import type { ToastArgs } from '../../../generated/actions/toast.ts'
import type { Action } from '../action.ts'

export default {
  run({ text, tone, record }, context) {
    context.toast(text, { tone: tone ?? 'info', ...(record !== undefined && { record }) })
    return {}
  },
} satisfies Action<ToastArgs>
