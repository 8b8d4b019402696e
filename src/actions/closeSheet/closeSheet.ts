import type { Action } from '../contract.ts'

export default {
  run(_args, context) {
    context.closeSheet()
    return {}
  },
} satisfies Action
