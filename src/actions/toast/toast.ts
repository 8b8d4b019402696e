import type { ToastArgs } from '../../generated/actions/toast.ts'
import type { Action } from '../action.ts'

export default {
  run({ text, tone }, context) {
    context.toast(text, { tone: tone ?? 'info' })
    return {}
  },
} satisfies Action<ToastArgs>
