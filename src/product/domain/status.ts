/** A list of statuses: they are sent as their position in it. Server, screens and tests read the same table of transitions. */
export interface StatusList<Name extends string = string> {
  /** In the order of their positions; the text of each is `status.<list>.<name>`. */
  names: readonly Name[]
  /** The valid successors of each; the last has none. */
  transitions: Readonly<Record<Name, readonly Name[]>>
}

// The browser needs one list of them: the bundler leaves out the others.
// @__NO_SIDE_EFFECTS__
function defineStatuses<const Name extends string>(
  names: readonly Name[],
  transitions: Readonly<Record<NoInfer<Name>, readonly NoInfer<Name>[]>>,
): StatusList<Name> {
  return { names, transitions }
}

/** A refusal returns to not certified, with its reason. */
export const identityStatuses = defineStatuses(['notCertified', 'inReview', 'certified'], {
  notCertified: ['inReview'],
  inReview: ['certified', 'notCertified'],
  certified: [],
})

export const statuses = {
  identity: identityStatuses,
  /** The payment is searched for, then reviewed. */
  deposit: defineStatuses(['callback', 'inReview', 'success', 'failure'], {
    callback: ['inReview'],
    inReview: ['success', 'failure'],
    success: [],
    failure: [],
  }),
  /** Two reviews, one after the other; the amount is on hold until the second has ended. During the first its owner may cancel it, which is a failure too. */
  withdrawal: defineStatuses(['firstReview', 'finalReview', 'success', 'failure'], {
    firstReview: ['finalReview', 'failure'],
    finalReview: ['success', 'failure'],
    success: [],
    failure: [],
  }),
  /** Interest is paid daily while it is in custody; cancelled means refused by the review or redeemed early. */
  interest: defineStatuses(['pendingReview', 'inCustody', 'completed', 'cancelled'], {
    pendingReview: ['inCustody', 'cancelled'],
    inCustody: ['completed', 'cancelled'],
    completed: [],
    cancelled: [],
  }),
  /** Decided once: by the price in force at its expiry, unless its owner has sold or cancelled it before. */
  secondsOrder: defineStatuses(['running', 'won', 'lost', 'tied', 'sold', 'cancelled'], {
    running: ['won', 'lost', 'tied', 'sold', 'cancelled'],
    won: [],
    lost: [],
    tied: [],
    sold: [],
    cancelled: [],
  }),
  /** A fixed-term deposit: cancelled when its contract was broken before the term ended. */
  fixed: defineStatuses(['running', 'completed', 'cancelled'], {
    running: ['completed', 'cancelled'],
    completed: [],
    cancelled: [],
  }),
  loan: defineStatuses(['inReview', 'running', 'overdue', 'repaid', 'refused'], {
    inReview: ['running', 'refused'],
    running: ['overdue', 'repaid'],
    overdue: ['repaid'],
    repaid: [],
    refused: [],
  }),
  /** A market order is filled as it is placed, a limit order by the tick that reaches its price, a stop, oco or trailing order by the tick of its trigger or a later one. */
  spotOrder: defineStatuses(['open', 'filled', 'cancelled'], {
    open: ['filled', 'cancelled'],
    filled: [],
    cancelled: [],
  }),
  /** A correcting entry of an operator: posted once another operator approves it. */
  correction: defineStatuses(['pending', 'posted', 'rejected', 'withdrawn', 'expired'], {
    pending: ['posted', 'rejected', 'withdrawn', 'expired'],
    posted: [],
    rejected: [],
    withdrawn: [],
    expired: [],
  }),
  /** A leveraged position: the code that sets closing also sets closed. */
  position: defineStatuses(['trading', 'closing', 'closed'], { trading: ['closing'], closing: ['closed'], closed: [] }),
  /** An order that closes a position: executed by the tick that reaches its trigger, cancelled with its position. */
  closeOrder: defineStatuses(['open', 'executed', 'cancelled'], {
    open: ['executed', 'cancelled'],
    executed: [],
    cancelled: [],
  }),
  /** An order for a leveraged position; one at the market is filled at once. */
  leverOrder: defineStatuses(['open', 'filled', 'cancelled'], {
    open: ['filled', 'cancelled'],
    filled: [],
    cancelled: [],
  }),
} satisfies Record<string, StatusList>

export type StatusListName = keyof typeof statuses
export type StatusOf<List extends StatusListName> = (typeof statuses)[List]['names'][number]

const listOf = (name: StatusListName): StatusList => statuses[name]

/** Position of a status in a list, as it is sent and stored. */
export const positionIn = <Name extends string>(list: StatusList<Name>, status: Name): number =>
  list.names.indexOf(status)

/** Position of a status in the list of this name. */
export function statusIndex<List extends StatusListName>(name: List, status: StatusOf<List>): number {
  return positionIn(listOf(name), status)
}

/** The name at a position; throws for one that is not in the list. */
export function statusAt<List extends StatusListName>(name: List, index: number | bigint): StatusOf<List> {
  const status = listOf(name).names[Number(index)]
  if (status === undefined) throw new RangeError(`The list ${name} has no position ${index}`)
  return status as StatusOf<List>
}

/** Returns whether the list permits `to` directly after `from`. A status is not its own successor. */
export function canTransition<List extends StatusListName>(
  name: List,
  from: StatusOf<List>,
  to: StatusOf<List>,
): boolean {
  return listOf(name).transitions[from]?.includes(to) === true
}
