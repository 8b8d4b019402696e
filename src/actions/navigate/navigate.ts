import type { NavigateArgs } from '../../generated/actions/navigate.ts'
import type { Action } from '../contract.ts'

export default {
  run({ to, params, replace }, context) {
    context.navigate(to, params ?? {}, replace ? 'replace' : 'push')
    return {}
  },
} satisfies Action<NavigateArgs>
