import type { IfArgs } from '../../../generated/actions/if.ts'
import type { Action } from '../action.ts'

export default {
  defersQueries: true,
  run({ condition }) {
    return { branch: condition ? 'then' : 'else' }
  },
} satisfies Action<IfArgs>
