import type { Action } from '../contract.ts'

export default {
  async run(_args, context) {
    const password = await context.payPassword()
    return password === null ? { stop: true } : { branch: 'ok', value: password }
  },
} satisfies Action
