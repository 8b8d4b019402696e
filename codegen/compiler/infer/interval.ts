/** The numbers between two bounds, which may be infinite. An open bound is not among them. */
export interface Interval {
  readonly min: number
  readonly max: number
  readonly minOpen?: boolean
  readonly maxOpen?: boolean
}

export type Ordering = '<' | '<=' | '>' | '>='

export const ALL_NUMBERS: Interval = { min: -Infinity, max: Infinity }
/** The counts of items or characters between two bounds. */
export const countsBetween = (min: number | undefined, max: number | undefined): Interval => ({
  min: min ?? 0,
  max: max ?? Infinity,
})
/** The numbers between two bounds; undefined without a bound. */
export const numbersBetween = (min: number | undefined, max: number | undefined): Interval | undefined =>
  min === undefined && max === undefined ? undefined : { min: min ?? -Infinity, max: max ?? Infinity }
export const only = (value: number): Interval => ({ min: value, max: value })

/** The numbers of a comparison with a number: `< 3` is all numbers below 3. */
export function numbersThat(op: Ordering, limit: number): Interval {
  if (op === '<' || op === '<=') return { min: -Infinity, max: limit, ...(op === '<' && { maxOpen: true }) }
  return { min: limit, max: Infinity, ...(op === '>' && { minOpen: true }) }
}

/** The numbers of both; those of the first if there are none. */
export function intersect(a: Interval, b: Interval): Interval {
  const low = a.min > b.min || (a.min === b.min && a.minOpen) ? a : b
  const high = a.max < b.max || (a.max === b.max && a.maxOpen) ? a : b
  const both = between(low, high)
  return isEmpty(both) ? a : both
}

/** The numbers of either, and all between them. */
export function hull(a: Interval, b: Interval): Interval {
  const low = a.min < b.min || (a.min === b.min && !a.minOpen) ? a : b
  const high = a.max > b.max || (a.max === b.max && !a.maxOpen) ? a : b
  return between(low, high)
}

const between = (low: Interval, high: Interval): Interval => ({
  min: low.min,
  max: high.max,
  ...(low.minOpen && { minOpen: true }),
  ...(high.maxOpen && { maxOpen: true }),
})

const isEmpty = ({ min, max, minOpen, maxOpen }: Interval): boolean =>
  min > max || (min === max && (minOpen === true || maxOpen === true))

/** The whole numbers of an interval, with closed bounds. */
export const wholeNumbers = ({ min, max, minOpen, maxOpen }: Interval): Interval => ({
  min: minOpen && Number.isInteger(min) ? min + 1 : Math.ceil(min),
  max: maxOpen && Number.isInteger(max) ? max - 1 : Math.floor(max),
})

/** The results of an operator on whole numbers; all numbers for an operator that is not followed. */
export function calculate(op: string, a: Interval, b: Interval): Interval {
  switch (op) {
    case '+':
      return { min: a.min + b.min, max: a.max + b.max }
    case '-':
      return { min: a.min - b.max, max: a.max - b.min }
    case '%': {
      const largest = Math.max(Math.abs(b.min), Math.abs(b.max)) - 1
      return Number.isFinite(largest) ? { min: a.min >= 0 ? 0 : -largest, max: largest } : ALL_NUMBERS
    }
    default:
      return ALL_NUMBERS
  }
}

/** The result of a comparison that is the same for all numbers of both sides; undefined if it is not. */
export function compareIntervals(op: Ordering | '==' | '!=', a: Interval, b: Interval): boolean | undefined {
  switch (op) {
    case '<':
      return isBelow(a, b) ? true : isAtMost(b, a) ? false : undefined
    case '<=':
      return isAtMost(a, b) ? true : isBelow(b, a) ? false : undefined
    case '>':
      return compareIntervals('<', b, a)
    case '>=':
      return compareIntervals('<=', b, a)
    default: {
      const equal = isBelow(a, b) || isBelow(b, a) ? false : isOne(a) && isOne(b) ? true : undefined
      return equal === undefined ? undefined : equal === (op === '==')
    }
  }
}

/** Whether every number of the first is below every number of the second. */
const isBelow = (a: Interval, b: Interval): boolean =>
  a.max < b.min || (a.max === b.min && (a.maxOpen === true || b.minOpen === true))
const isAtMost = (a: Interval, b: Interval): boolean => a.max <= b.min
const isOne = ({ min, max }: Interval): boolean => min === max

/** An interval as text: "from 1 to 8". */
export function describeInterval({ min, max, minOpen, maxOpen }: Interval): string {
  if (min === max) return String(min)
  const low = min === -Infinity ? '' : minOpen ? `more than ${min}` : `at least ${min}`
  const high = max === Infinity ? '' : maxOpen ? `less than ${max}` : `at most ${max}`
  if (low !== '' && high !== '' && !minOpen && !maxOpen) return `from ${min} to ${max}`
  return [low, high].filter((item) => item !== '').join(' and ')
}
