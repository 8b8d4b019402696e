import type { PayPasswordArgs } from '../../../generated/actions/payPassword.ts'
import type { Action } from '../action.ts'

export default {
  async run({ call }, context) {
    const proof = await context.payPassword(call)
    return proof === null ? { stop: true } : { branch: 'onSuccess', value: proof }
  },
} satisfies Action<PayPasswordArgs>
