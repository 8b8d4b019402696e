const DAY_SECONDS = 24 * 3600

/** After this time a looser limit applies. */
export const LOOSENING_SECONDS = DAY_SECONDS

export const LIMIT_KINDS = ['deposit', 'loss'] as const
export type LimitKind = (typeof LIMIT_KINDS)[number]

/** Rolling periods of limits, in seconds. */
export const LIMIT_PERIODS = { day: DAY_SECONDS, week: 7 * DAY_SECONDS, month: 30 * DAY_SECONDS } as const
export type LimitPeriod = keyof typeof LIMIT_PERIODS

export type LimitState = 'none' | 'set' | 'loosening'
/** `raised` and `lifted`: the looser limit that waits applies from now on, and is a higher one or none. */
export type LimitEvent = 'tighten' | 'loosen' | 'cancel' | 'raised' | 'lifted'

/** A limit is tightened at once and loosened after a wait, which begins again with each other looser limit. */
export const limitTransitions: Readonly<Record<LimitState, Readonly<Partial<Record<LimitEvent, LimitState>>>>> = {
  none: { tighten: 'set' },
  set: { tighten: 'set', loosen: 'loosening' },
  loosening: { tighten: 'set', loosen: 'loosening', cancel: 'set', raised: 'set', lifted: 'none' },
}

/** An amount, or null for no limit. */
export type Maximum = bigint | null

/** A limit, with the looser one that waits until `changesAt`, Unix seconds. */
export interface Limit {
  maximum: Maximum
  next: Maximum
  changesAt: bigint | null
}

export const NO_LIMIT: Limit = { maximum: null, next: null, changesAt: null }

export const limitState = ({ maximum, changesAt }: Limit): LimitState =>
  maximum === null ? 'none' : changesAt === null ? 'set' : 'loosening'

/** The limit in force: the looser one once its wait is over. Times are Unix seconds. */
export const limitAt = (limit: Limit, now: number): Limit =>
  limit.changesAt !== null && limit.changesAt <= BigInt(now)
    ? { maximum: limit.next, next: null, changesAt: null }
    : limit

/** Relation of a requested maximum to the limit in force; null: it would change nothing. */
function eventOf(limit: Limit, wanted: Maximum): LimitEvent | null {
  const { maximum, next, changesAt } = limit
  if (wanted === maximum) return changesAt === null ? null : 'cancel'
  if (wanted !== null && (maximum === null || wanted < maximum)) return 'tighten'
  return changesAt !== null && wanted === next ? null : 'loosen'
}

/** The limit after a request for another maximum; null: nothing would change. Time is Unix seconds. */
export function changedLimit(limit: Limit, wanted: Maximum, now: number): { limit: Limit; event: LimitEvent } | null {
  const event = eventOf(limit, wanted)
  if (event === null || limitTransitions[limitState(limit)][event] === undefined) return null
  const changed: Limit =
    event === 'loosen'
      ? { ...limit, next: wanted, changesAt: BigInt(now + LOOSENING_SECONDS) }
      : { maximum: wanted, next: null, changesAt: null }
  return { limit: changed, event }
}

export type PauseKind = 'timeOut' | 'exclusion'

/** Lengths of breaks. Half a year has at least the days of any six months. */
export const PAUSES = {
  hours24: { kind: 'timeOut', days: 1 },
  days7: { kind: 'timeOut', days: 7 },
  days30: { kind: 'timeOut', days: 30 },
  months6: { kind: 'exclusion', days: 184 },
  year1: { kind: 'exclusion', days: 366 },
  years5: { kind: 'exclusion', days: 5 * 365 + 2 },
} as const satisfies Record<string, { kind: PauseKind; days: number }>
export type PauseLength = keyof typeof PAUSES

export type PauseState = 'none' | PauseKind

/** A break ends by time only. During one, a longer one may begin, but no time-out in place of an exclusion. */
export const pauseTransitions: Readonly<Record<PauseState, readonly PauseKind[]>> = {
  none: ['timeOut', 'exclusion'],
  timeOut: ['timeOut', 'exclusion'],
  exclusion: ['exclusion'],
}

export interface Pause {
  kind: PauseKind
  until: bigint
}

/** The break that begins; null: one is in force that must not be shortened. Time is Unix seconds. */
export function beginPause(current: Pause | null, length: PauseLength, now: number): Pause | null {
  const { kind, days } = PAUSES[length]
  const until = BigInt(now + days * DAY_SECONDS)
  if (!pauseTransitions[current?.kind ?? 'none'].includes(kind)) return null
  return current && until <= current.until ? null : { kind, until }
}
