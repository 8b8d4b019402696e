import type { IfArgs } from '../../generated/actions/if.ts'
import type { Action } from '../contract.ts'

export default {
  run({ when }) {
    return { branch: when ? 'then' : 'else' }
  },
} satisfies Action<IfArgs>
