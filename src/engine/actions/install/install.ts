import type { Action } from '../action.ts'

export default {
  async run(_args, context) {
    await context.install()
    return {}
  },
} satisfies Action
