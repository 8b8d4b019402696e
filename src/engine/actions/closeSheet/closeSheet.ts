import type { Action } from '../action.ts'

export default {
  run(_args, context) {
    context.closeSheet()
    return {}
  },
} satisfies Action
