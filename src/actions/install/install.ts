import type { Action } from '../contract.ts'

export default {
  async run(_args, context) {
    await context.install()
    return {}
  },
} satisfies Action
