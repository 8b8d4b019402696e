import type { ToggleWatchlistArgs } from '../../generated/actions/toggleWatchlist.ts'
import type { Action } from '../action.ts'

export default {
  run({ symbol }, context) {
    context.toggleWatchlist(symbol)
    return {}
  },
} satisfies Action<ToggleWatchlistArgs>
