import type { StepUpArgs } from '../../../generated/actions/stepUp.ts'
import type { Action } from '../action.ts'

export default {
  async run({ call, value = '' }, context) {
    const proof = await context.stepUp(call, value)
    return proof === null ? { stop: true } : { branch: 'onSuccess', value: proof }
  },
} satisfies Action<StepUpArgs>
