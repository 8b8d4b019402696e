import type { UserPolling } from '../engine/language/plugin.ts'
import { inboxKey } from './liveValues.ts'
import { identityStatuses, positionIn } from './domain/status.ts'

const IN_REVIEW = positionIn(identityStatuses, 'inReview')

const countOf = (value: unknown): number => (typeof value === 'number' ? value : 0)

/** The levels of verification, the price alerts, the open orders and the running contracts: a review ends, a price is reached and a contract expires without an action of the user. */
export const userPolling: UserPolling = {
  values: (user) => [
    user.identity,
    user.advancedIdentity,
    countOf(user.waitingAlerts),
    countOf(user.waitingOrders),
    countOf(user.runningContracts),
    countOf(user.unreadMessages),
  ],
  isPending: ({ identity, advancedIdentity, waitingAlerts, waitingOrders, runningContracts }) =>
    identity === IN_REVIEW ||
    advancedIdentity === IN_REVIEW ||
    countOf(waitingAlerts) > 0 ||
    countOf(waitingOrders) > 0 ||
    countOf(runningContracts) > 0,
  calls: [
    'user/getrealinfo',
    'user/usermessage',
    'alert/list',
    'coin/list',
    'coin/detail',
    'trade/records',
    'microtrade/lists',
    'microtrade/whlists',
    'microtrade/order',
    'microtrade/payable_currencies',
  ],
  unread: ({ unreadMessages }) => countOf(unreadMessages),
  liveKey: ({ id }) => (typeof id === 'string' ? inboxKey(id) : null),
  isOutdated: (code) => code === 'statusAbnormal',
  accountText: ({ mode }) => (mode === 'demo' ? 'account.demo' : null),
}
