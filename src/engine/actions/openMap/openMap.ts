import type { OpenMapArgs } from '../../../generated/actions/openMap.ts'
import type { Action } from '../action.ts'

export default {
  run({ at, with: how }, context) {
    context.openLink(
      how === 'web' ? `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(at)}` : `geo:${at}`,
      'window',
    )
    return {}
  },
} satisfies Action<OpenMapArgs>
