import type { WatchArgs } from '../../generated/actions/watch.ts'
import type { Action } from '../contract.ts'

export default {
  run({ symbol }, context) {
    context.toggleWatched(symbol)
    return {}
  },
} satisfies Action<WatchArgs>
