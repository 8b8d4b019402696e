import type { Json } from '../../language/expressions/program.ts'
import type { SetArgs } from '../../../generated/actions/set.ts'
import type { Action } from '../action.ts'

export default {
  defersQueries: true,
  run({ name, value }, context) {
    context.setState(name, value as Json)
    return {}
  },
} satisfies Action<SetArgs>
