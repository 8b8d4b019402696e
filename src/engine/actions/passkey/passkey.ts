import type { PasskeyArgs } from '../../../generated/actions/passkey.ts'
import type { Action } from '../action.ts'

export default {
  async run({ options, create = false }, context) {
    const credential = await (create ? context.createPasskey(options) : context.usePasskey(options))
    if (credential !== null) return { branch: 'onSuccess', value: credential }
    context.toast(context.text('passkeys.cancelled'), { tone: 'error' })
    return { branch: 'onError' }
  },
} satisfies Action<PasskeyArgs>
