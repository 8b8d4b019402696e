import type { SubscribePushArgs } from '../../../generated/actions/subscribePush.ts'
import type { Action } from '../action.ts'

export default {
  async run({ publicKey }, context) {
    const subscription = await context.subscribePush(publicKey)
    if (typeof subscription === 'object') return { branch: 'onSuccess', value: subscription }
    context.toast(context.text(subscription === 'refused' ? 'push.refused' : 'push.missing'), { tone: 'error' })
    return { branch: 'onError' }
  },
} satisfies Action<SubscribePushArgs>
