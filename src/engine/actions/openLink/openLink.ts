import type { OpenLinkArgs } from '../../../generated/actions/openLink.ts'
import type { Action } from '../action.ts'

export default {
  run({ url, where }, context) {
    context.openLink(url, where ?? 'webview')
    return {}
  },
} satisfies Action<OpenLinkArgs>
