import type { ToggleWatchlistArgs } from '../../../generated/actions/toggleWatchlist.ts'
import type { Preferences } from '../../../generated/preferences.ts'
import type { Action } from '../../../engine/language/action.ts'

export default {
  run({ symbol }, { preference, setPreference }) {
    const list = preference('watchlist') as Preferences['watchlist']
    setPreference('watchlist', list.includes(symbol) ? list.filter((item) => item !== symbol) : [...list, symbol])
    return {}
  },
} satisfies Action<ToggleWatchlistArgs>
