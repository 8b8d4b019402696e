import { describe, expect, it } from 'vitest'
import {
  beginPause,
  changedLimit,
  limitAt,
  limitState,
  limitTransitions,
  LOOSENING_SECONDS,
  NO_LIMIT,
  PAUSES,
  pauseTransitions,
  type Limit,
  type LimitEvent,
  type LimitState,
  type PauseLength,
} from './selfLimits.ts'

const NOW = 1_000_000
const LATER = BigInt(NOW + LOOSENING_SECONDS)
const limit = (maximum: bigint | null, next: bigint | null = null, changesAt: bigint | null = null): Limit => ({
  maximum,
  next,
  changesAt,
})

describe('a limit', () => {
  const waiting = limit(10n, 20n, LATER)
  const cases: [string, Limit, bigint | null, LimitEvent | null, Limit | null][] = [
    ['the first is in force at once', NO_LIMIT, 10n, 'tighten', limit(10n)],
    ['none stays none', NO_LIMIT, null, null, null],
    ['0 is a limit', NO_LIMIT, 0n, 'tighten', limit(0n)],
    ['a lower one is in force at once', limit(10n), 9n, 'tighten', limit(9n)],
    ['a higher one waits', limit(10n), 20n, 'loosen', waiting],
    ['its removal waits', limit(10n), null, 'loosen', limit(10n, null, LATER)],
    ['the same changes nothing', limit(10n), 10n, null, null],
    ['the one in force cancels the one that waits', waiting, 10n, 'cancel', limit(10n)],
    ['a lower one cancels the one that waits', waiting, 5n, 'tighten', limit(5n)],
    ['the one that waits changes nothing', waiting, 20n, null, null],
    ['another higher one waits from the beginning', limit(10n, 20n, LATER - 5n), 30n, 'loosen', limit(10n, 30n, LATER)],
    ['its removal replaces a higher one that waits', waiting, null, 'loosen', limit(10n, null, LATER)],
  ]
  it.each(cases)('%s', (_, before, wanted, event, after) => {
    const changed = changedLimit(before, wanted, NOW)
    expect(changed).toEqual(event === null ? null : { limit: after, event })
    if (event !== null && after) expect(limitTransitions[limitState(before)][event]).toBe(limitState(after))
  })

  it('that waits is in force from its time on', () => {
    expect(limitAt(waiting, NOW + LOOSENING_SECONDS - 1)).toEqual(waiting)
    expect(limitAt(waiting, NOW + LOOSENING_SECONDS)).toEqual(limit(20n))
    expect(limitAt(limit(10n, null, LATER), NOW + LOOSENING_SECONDS)).toEqual(NO_LIMIT)
  })

  it('reaches each state of the table', () => {
    const reached = new Set<LimitState>([
      'none',
      ...cases.flatMap(([, , , , after]) => (after ? [limitState(after)] : [])),
    ])
    expect([...reached].toSorted()).toEqual(Object.keys(limitTransitions).toSorted())
  })
})

describe('a break', () => {
  const lengths = Object.keys(PAUSES) as PauseLength[]
  const day = 86_400

  it('of six months or longer is an exclusion', () => {
    for (const length of lengths) expect(PAUSES[length].kind).toBe(PAUSES[length].days > 180 ? 'exclusion' : 'timeOut')
  })

  it.each(lengths.flatMap((first) => lengths.map((second) => [first, second] as const)))(
    'of %s: another of %s never shortens it',
    (first, second) => {
      const current = beginPause(null, first, NOW)
      const next = beginPause(current, second, NOW + day / 2)
      const longer = NOW + day / 2 + PAUSES[second].days * day > NOW + PAUSES[first].days * day
      const allowed = pauseTransitions[PAUSES[first].kind].includes(PAUSES[second].kind)
      expect(next !== null).toBe(longer && allowed)
      if (next && current) expect(next.until).toBeGreaterThan(current.until)
    },
  )
})
