import type { Interval } from '../infer/interval.ts'

/** One part of a pattern with its quantifier: a set, an escape, a bracket or a character. */
const PART = /(\[(?:\\.|[^\]\\])*\]|\\.|[()|^$]|.)(\?|\*|\+|\{(\d+)(,?)(\d*)\})?/gy

/** The lengths of the texts that a pattern matches, from its sets, groups, alternatives and quantifiers. */
export function lengthsOf({ source }: RegExp): Interval {
  const parts = [...source.matchAll(PART)]
  let at = 0

  function alternatives(): Interval {
    let all = sequence()
    while (parts[at]?.[1] === '|') {
      at += 1
      const { min, max } = sequence()
      all = { min: Math.min(all.min, min), max: Math.max(all.max, max) }
    }
    return all
  }

  function sequence(): Interval {
    let length: Interval = { min: 0, max: 0 }
    for (let part = parts[at]; part && part[1] !== '|' && part[1] !== ')'; part = parts[at]) {
      at += 1
      const one = part[1] === '(' ? group() : partLength(part[1] ?? '')
      const quantifier = part[1] === '(' ? parts[at - 1] : part
      const [low, high] = timesOf(quantifier)
      length = { min: length.min + one.min * low, max: length.max + one.max * high }
    }
    return length
  }

  /** The bracket that closes a group has the quantifier of the group. */
  function group(): Interval {
    if (parts[at]?.[0] === '?' || parts[at]?.[0].startsWith('?:')) at += 1
    const inner = alternatives()
    at += 1
    return inner
  }

  return alternatives()
}

const partLength = (part: string): Interval => (part === '^' || part === '$' ? { min: 0, max: 0 } : { min: 1, max: 1 })

function timesOf(part: RegExpMatchArray | undefined): readonly [number, number] {
  const [, , quantifier, least, comma, most] = part ?? []
  switch (quantifier) {
    case undefined:
      return [1, 1]
    case '?':
      return [0, 1]
    case '*':
      return [0, Infinity]
    case '+':
      return [1, Infinity]
    default:
      return [Number(least), comma === '' ? Number(least) : most === '' ? Infinity : Number(most)]
  }
}
