/**
 * Proves that a pattern is never slow. The patterns of the project are a sublanguage of regular expressions: anchored at both ends,
 * made of characters, classes, groups, alternatives and repetitions. Such a pattern is deterministic when after every character at
 * most one position of the pattern can match the next one, and in one way (the Glushkov automaton of the expression,
 * its edges counted, is deterministic): a matcher never backtracks, so its cost is at most the length of the text.
 * Repetitions of repetitions, overlapping alternatives, lookaround and back references are not supported.
 */
export class NotLinear extends Error {}

/** Characters as code units below 128, and 128 for all others. */
type Chars = ReadonlySet<number>
const OTHERS = 128

interface Position {
  chars: Chars
  follow: Set<Position>
}

/** A piece of a pattern: whether it may be empty, and its possible first and last positions. */
interface Piece {
  empty: boolean
  first: Position[]
  last: Position[]
}

const range = (from: string, to: string): number[] =>
  Array.from({ length: to.charCodeAt(0) - from.charCodeAt(0) + 1 }, (_, i) => from.charCodeAt(0) + i)
const DIGITS = range('0', '9')
const CLASSES: Record<string, readonly number[]> = {
  d: DIGITS,
  w: [...DIGITS, ...range('A', 'Z'), ...range('a', 'z'), 95],
  s: [9, 10, 11, 12, 13, 32, OTHERS],
}
const ALL = [...Array.from({ length: 128 }, (_, i) => i), OTHERS]

function placesOf({ source, flags }: RegExp): Position[] {
  if (flags.replace('u', '') !== '') throw new NotLinear(`flags ${flags}`)
  return new Parser(source).parse()
}

export function proveLinear(pattern: RegExp): void {
  placesOf(pattern)
}

class Parser {
  private at = 0
  private readonly places: Position[] = []
  constructor(private readonly text: string) {}

  parse(): Position[] {
    this.take('^')
    const body = this.alternatives(true)
    this.deterministic(body.first, 'at the start')
    for (const place of this.places) this.deterministic([...place.follow], `after ${show(place.chars)}`)
    return this.places
  }

  private get next(): string {
    return this.text.charAt(this.at)
  }

  private take(sign: string): void {
    if (this.next !== sign) throw new NotLinear(`"${sign}" is expected at ${this.at}`)
    this.at += 1
  }

  private deterministic(places: readonly Position[], where: string): void {
    const seen = new Set<number>()
    for (const place of places) {
      for (const char of place.chars) {
        if (seen.has(char)) throw new NotLinear(`two ways to go on ${where}`)
        seen.add(char)
      }
    }
  }

  /**
   * One edge from each last position to each first position; a second one, as of a repetition in a repetition, is a
   * choice for backtracking.
   */
  private join(before: Piece, after: Piece): void {
    for (const last of before.last) {
      for (const first of after.first) {
        if (last.follow.has(first)) throw new NotLinear(`two ways to repeat ${show(first.chars)}`)
        last.follow.add(first)
      }
    }
  }

  private alternatives(outermost: boolean): Piece {
    let piece = this.sequence(outermost)
    if (outermost) return piece
    while (this.next === '|') {
      this.at += 1
      const other = this.sequence(false)
      piece = {
        empty: piece.empty || other.empty,
        first: [...piece.first, ...other.first],
        last: [...piece.last, ...other.last],
      }
    }
    return piece
  }

  private sequence(outermost: boolean): Piece {
    let piece: Piece = { empty: true, first: [], last: [] }
    for (;;) {
      if (outermost && this.next === '$' && this.at === this.text.length - 1) return piece
      if (!outermost && (this.next === ')' || this.next === '|')) return piece
      if (this.next === '') throw new NotLinear('the pattern is not anchored at its end')
      const item = this.repeated(this.atom())
      this.join(piece, item)
      piece = {
        empty: piece.empty && item.empty,
        first: piece.empty ? [...piece.first, ...item.first] : piece.first,
        last: item.empty ? [...piece.last, ...item.last] : item.last,
      }
    }
  }

  private atom(): Piece {
    if (this.next === '(') {
      this.at += 1
      if (this.text.charAt(this.at) === '?') {
        if (this.text.charAt(this.at + 1) !== ':') throw new NotLinear('look-around and named groups are outside')
        this.at += 2
      }
      const piece = this.alternatives(false)
      this.take(')')
      return piece
    }
    const place: Position = { chars: this.next === '[' ? this.set() : new Set(this.char()), follow: new Set() }
    this.places.push(place)
    return { empty: false, first: [place], last: [place] }
  }

  private char(): readonly number[] {
    const sign = this.next
    this.at += 1
    if (sign === '\\') {
      const escaped = this.next
      this.at += 1
      if (CLASSES[escaped]) return CLASSES[escaped]
      if (/[A-Za-z0-9]/.test(escaped)) throw new NotLinear(`\\${escaped} is outside`)
      return [escaped.charCodeAt(0)]
    }
    if ('^$*+?{}()|]'.includes(sign)) throw new NotLinear(`"${sign}" at ${this.at - 1} is outside`)
    if (sign === '.') return ALL
    return [Math.min(sign.charCodeAt(0), OTHERS)]
  }

  private set(): Chars {
    this.at += 1
    const negated = this.next === '^'
    if (negated) this.at += 1
    const chars = new Set<number>()
    while (this.next !== ']') {
      const from = this.member()
      const [only] = from
      if (from.length === 1 && only !== undefined && this.next === '-' && this.text.charAt(this.at + 1) !== ']') {
        this.at += 1
        const to = this.member()[0] ?? only
        for (let code = only; code <= to; code++) chars.add(code)
      } else for (const code of from) chars.add(code)
    }
    this.at += 1
    return negated ? new Set(ALL.filter((code) => !chars.has(code))) : chars
  }

  private member(): readonly number[] {
    if (this.next === '') throw new NotLinear('a class is not closed')
    if (this.next === '\\') return this.char()
    this.at += 1
    return [Math.min(this.text.charCodeAt(this.at - 1), OTHERS)]
  }

  private repeated(piece: Piece): Piece {
    const match = /^(?:([?*+])|\{(\d+)(,(\d*))?\})/.exec(this.text.slice(this.at))
    if (!match) return piece
    this.at += match[0].length
    if ('?*+{'.includes(this.next) && this.next !== '') throw new NotLinear('lazy and doubled repetitions are outside')
    const least = match[1] === undefined ? Number(match[2]) : match[1] === '+' ? 1 : 0
    const most =
      match[1] === '?'
        ? 1
        : match[1] === undefined && match[3] === undefined
          ? least
          : match[4]
            ? Number(match[4])
            : Number.POSITIVE_INFINITY
    if (most > 1) {
      if (piece.empty) throw new NotLinear('what may be empty is repeated')
      this.join(piece, piece)
    }
    return least === 0 ? { ...piece, empty: true } : piece
  }
}

function show(chars: Chars): string {
  return `[${[...chars]
    .slice(0, 6)
    .map((code) => (code === OTHERS ? '…' : String.fromCharCode(code)))
    .join('')}]`
}

/** One character of every class of the pattern, for hostile texts. */
export const signsOf = (pattern: RegExp): string[] =>
  [...new Set(placesOf(pattern).map(({ chars }) => [...chars].find((code) => code > 32 && code < 127) ?? 65))].map(
    (code) => String.fromCharCode(code),
  )
