import * as decimals from './decimal.ts'
import { LIST_LIMIT, TEXT_LIMIT } from './evaluate.ts'

/**
 * The functions an expression may call: one table for compiler (signatures), evaluator (`run`) and client manifest (names).
 *
 * Signature language: `string` `bool` `int` `number` `decimal<unit>` `list<T>` `map<T>` `any`; `int<unix>` and `int<seconds>`
 * carry their unit; `X?` may be null; `A|B` either; `string<format>`; `Quote` is schemas/live/quote.json; a single capital
 * letter is a variable, bound by the first argument that mentions it (`decimal<U>` binds a unit).
 */
export interface Signature {
  /** Parameter types in order; for a method the first is the receiver. */
  params: readonly string[]
  /** How many of the last parameters may be left out. */
  optional?: number
  result: string
  /** `x.name(…)`, `name(x, …)` or both. */
  call: 'function' | 'method' | 'both'
  doc: string
  /** Raised when it takes or gives more than before; 1 when it is not said. */
  version?: number
  /** Its result changes by itself while it is on screen. */
  ticks?: true
  /** The argument at the first place is shown as of what the one at the second says: money and its currency. */
  of?: readonly [number, number]
  /** Fields of the result that are an argument, by its place. */
  holds?: Readonly<Record<string, number>>
  /** A number comes out as it is stored: not for the reader. */
  raw?: true
  run(args: readonly unknown[], env: FunctionEnv): unknown
}

/** What functions may ask of the world. Formatters and texts are bound to the reader's language. Times are Unix seconds. */
export interface FunctionEnv {
  text(key: string, args?: Record<string, unknown>): string
  /** The live quote of a symbol, null until there is one. Reading it subscribes the reader. */
  quote(symbol: string): unknown
  format: {
    money(value: string, currency?: string): string
    price(value: string, precision?: number): string
    percent(value: string): string
    quantity(value: string): string
    number(value: number | string): string
    dateTime(unix: number): string
    date(unix: number): string
    ago(unix: number): string
    /** The language's own name of an ISO country, or of a language. */
    country(code: string): string
    language(code: string): string
  }
}

const items = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const str = (value: unknown): string => (typeof value === 'string' ? value : String(value))
const num = (value: unknown): number => (typeof value === 'number' ? value : Number(value))

function finite(value: unknown): number {
  const found = typeof value === 'number' || typeof value === 'string' ? Number(value) : 0
  return Number.isFinite(found) ? found : 0
}

/** A decimal is cut as text: as a binary number it could round up before. */
function integer(value: unknown): number {
  const whole = Math.trunc(finite(decimals.isDecimal(value) ? decimals.truncated(value) : value)) + 0
  if (!Number.isSafeInteger(whole)) throw new RangeError('A whole number is out of range.')
  return whole
}

function joined(texts: readonly string[], separator: string): string {
  const length = texts.reduce((sum, text) => sum + text.length, separator.length * Math.max(0, texts.length - 1))
  if (length > TEXT_LIMIT) throw new RangeError('A text is too long.')
  return texts.join(separator)
}

function concatenated(a: readonly unknown[], b: readonly unknown[]): unknown[] {
  if (a.length + b.length > LIST_LIMIT) throw new RangeError('A list is too long.')
  return [...a, ...b]
}

function size(value: unknown): number {
  if (typeof value === 'string') return [...value].length
  if (Array.isArray(value)) return value.length
  return value !== null && typeof value === 'object' ? Object.keys(value).length : 0
}

const lowerAscii = (value: string): string => value.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
const upperAscii = (value: string): string => value.replace(/[a-z]/g, (letter) => letter.toUpperCase())

/** Fixed width, negative values as nines' complement, so that texts compare as the numbers do. */
function orderKey(value: string): string {
  const negative = value.startsWith('-')
  const [whole = '', fraction = ''] = (negative ? value.slice(1) : value).split('.')
  const digits = whole.padStart(24, '0') + fraction.padEnd(12, '0')
  if (!negative || /^0*$/.test(digits)) return `1${digits}`
  return `0${[...digits].map((digit) => 9 - Number(digit)).join('')}`
}

/** First two and last two characters; what stands before the @ of an address is treated alone. */
function masked(value: string): string {
  const at = value.indexOf('@')
  if (at > 0) return masked(value.slice(0, at)) + value.slice(at)
  const letters = [...value]
  if (letters.length < 5) return `${letters[0] ?? ''}***`
  return `${letters.slice(0, 2).join('')}***${letters.slice(-2).join('')}`
}

const table = {
  size: {
    params: ['list<any>|map<any>|string'], result: 'int', call: 'both',
    doc: 'How many items a list has, entries a map, characters a text.',
    run: ([value]) => size(value),
  },
  contains: {
    params: ['string', 'string'], result: 'bool', call: 'method', doc: 'The text contains the other text.',
    run: ([value, part]) => str(value).includes(str(part)),
  },
  startsWith: {
    params: ['string', 'string'], result: 'bool', call: 'method', doc: 'The text starts with the other text.',
    run: ([value, part]) => str(value).startsWith(str(part)),
  },
  endsWith: {
    params: ['string', 'string'], result: 'bool', call: 'method', doc: 'The text ends with the other text.',
    run: ([value, part]) => str(value).endsWith(str(part)),
  },
  lowerAscii: {
    params: ['string'], result: 'string', call: 'method', doc: 'A to Z in small letters.',
    run: ([value]) => lowerAscii(str(value)),
  },
  upperAscii: {
    params: ['string'], result: 'string', call: 'method', doc: 'a to z in capitals.',
    run: ([value]) => upperAscii(str(value)),
  },
  trim: {
    params: ['string'], result: 'string', call: 'method', doc: 'Without white space at both ends.',
    run: ([value]) => str(value).trim(),
  },
  string: {
    params: ['string|bool|int|number|decimal<any>|unknown'], result: 'string', call: 'function', raw: true,
    doc: 'As plain text, not formatted for the reader; empty for what is not a single value.',
    run: ([value]) => (value === null || typeof value === 'object' ? '' : str(value)),
  },
  int: {
    params: ['int<any>|number|decimal<any>|unknown'], result: 'int', call: 'function', doc: 'Whole number, fraction cut off; 0 for what is no number.',
    run: ([value]) => integer(value),
  },
  double: {
    params: ['int<any>|number|decimal<any>|unknown'], result: 'number', call: 'function',
    doc: 'Binary floating point, for drawing only: never for money; 0 for what is no number.',
    run: ([value]) => finite(value),
  },
  quote: {
    params: ['string<symbol>'], result: 'Quote?', call: 'function',
    doc: 'The live quote of a symbol; null until there is one.', ticks: true, holds: { symbol: 0 },
    run: ([symbol], env) => env.quote(str(symbol)),
  },
  label: {
    params: ['string', 'string|int'], result: 'string', call: 'function',
    doc: 'The text whose key is prefix.value; every value of the enumeration must have one.',
    run: ([prefix, value], env) => env.text(`${str(prefix)}.${str(value)}`),
  },
  money: {
    params: ['decimal<money>', 'string'], optional: 1, result: 'string', call: 'function', of: [0, 1],
    doc: 'An amount as the reader writes it, with its currency.',
    run: ([value, currency], env) => env.format.money(str(value), currency === undefined ? undefined : str(currency)),
  },
  price: {
    params: ['decimal<price>', 'int'], optional: 1, result: 'string', call: 'function',
    doc: 'A price with so many decimals.',
    run: ([value, precision], env) => env.format.price(str(value), precision === undefined ? undefined : num(precision)),
  },
  percent: {
    params: ['decimal<percent>'], result: 'string', call: 'function', doc: '"1.25" as 1.25 %.',
    run: ([value], env) => env.format.percent(str(value)),
  },
  quantity: {
    params: ['decimal<quantity>|decimal<lots>'], result: 'string', call: 'function', doc: 'A quantity as the reader writes it.',
    run: ([value], env) => env.format.quantity(str(value)),
  },
  number: {
    params: ['int|number|decimal<any>'], result: 'string', call: 'function', doc: 'A number as the reader writes it.',
    run: ([value], env) => env.format.number(typeof value === 'number' ? value : str(value)),
  },
  dateTime: {
    params: ['int<unix>'], result: 'string', call: 'function', doc: 'Date and time in the reader’s time zone.',
    run: ([value], env) => env.format.dateTime(num(value)),
  },
  date: {
    params: ['int<unix>'], result: 'string', call: 'function', doc: 'The date in the reader’s time zone.',
    run: ([value], env) => env.format.date(num(value)),
  },
  ago: {
    params: ['int<unix>'], result: 'string', call: 'function', doc: 'How long ago, in words.',
    run: ([value], env) => env.format.ago(num(value)),
  },
  country: {
    params: ['string<country>'], result: 'string', call: 'function', doc: 'The name of a country in the reader’s language.',
    run: ([code], env) => env.format.country(str(code)),
  },
  language: {
    params: ['string'], result: 'string', call: 'function', doc: 'The name of a language in the reader’s language.',
    run: ([code], env) => env.format.language(str(code)),
  },
  masked: {
    params: ['string'], result: 'string', call: 'function', doc: 'First and last characters only.',
    run: ([value]) => masked(str(value)),
  },
  concat: {
    params: ['list<T>', 'list<T>'], result: 'list<T>', call: 'method', doc: 'The items of both, in a row. Written a + b.',
    run: ([a, b]) => concatenated(items(a), items(b)),
  },
  reverse: {
    params: ['list<T>'], result: 'list<T>', call: 'method', doc: 'The items in the other order.',
    run: ([list]) => items(list).reduceRight<unknown[]>((all, item) => (all.push(item), all), []),
  },
  take: {
    params: ['list<T>', 'int'], result: 'list<T>', call: 'method', doc: 'The first so many items.',
    run: ([list, count]) => items(list).slice(0, Math.max(0, num(count))),
  },
  first: {
    params: ['list<T>'], result: 'T?', call: 'method', doc: 'The first item; null of an empty list.',
    run: ([list]) => items(list)[0] ?? null,
  },
  last: {
    params: ['list<T>'], result: 'T?', call: 'method', doc: 'The last item; null of an empty list.',
    run: ([list]) => items(list).at(-1) ?? null,
  },
  at: {
    params: ['list<T>', 'int'], result: 'T?', call: 'method', doc: 'The item at a position, from 0; null outside the list. Written list[i].',
    run: ([list, index]) => items(list)[num(index)] ?? null,
  },
  orderKey: {
    params: ['decimal<any>'], result: 'string', call: 'function', doc: 'A text that sorts as the decimal does. The compiler writes it into sortBy.',
    run: ([value]) => orderKey(str(value)),
  },
  abs: {
    params: ['decimal<U>'], result: 'decimal<U>', call: 'function', doc: 'Without its sign.',
    run: ([value]) => decimals.abs(str(value)),
  },
  min: {
    params: ['decimal<U>', 'decimal<U>'], result: 'decimal<U>', call: 'function', doc: 'The smaller of two.',
    run: ([a, b]) => decimals.min(str(a), str(b)),
  },
  max: {
    params: ['decimal<U>', 'decimal<U>'], result: 'decimal<U>', call: 'function', doc: 'The greater of two.',
    run: ([a, b]) => decimals.max(str(a), str(b)),
  },
  sum: {
    params: ['list<decimal<U>>'], result: 'decimal<U>', call: 'method', doc: 'All together; 0 of an empty list.',
    run: ([list]) => decimals.sum(items(list).map(str)),
  },
  round: {
    params: ['decimal<U>', 'int'], result: 'decimal<U>', call: 'function', doc: 'To so many decimals, halves to the even neighbour.',
    run: ([value, places]) => decimals.round(str(value), num(places)),
  },
  percentOf: {
    params: ['decimal<U>', 'decimal<percent>'], result: 'decimal<U>', call: 'function', doc: 'So many hundredths of an amount.',
    run: ([value, percent]) => decimals.percentOf(str(value), str(percent)),
  },
  join: {
    params: ['list<string>', 'string'], result: 'string', call: 'method', doc: 'The texts in a row, with a separator.',
    run: ([list, separator]) => joined(items(list).map(str), str(separator)),
  },
} satisfies Record<string, Signature>

export type FunctionName = keyof typeof table
export const functions: Readonly<Record<string, Signature>> = Object.freeze(Object.assign(Object.create(null) as Record<string, Signature>, table))

/** Result of a function of the registry; an unknown name is a screen of another build and throws. */
export function callFunction(name: string, args: readonly unknown[], env: FunctionEnv): unknown {
  const found = functions[name]
  if (!found) throw new Error(`There is no function ${name}.`)
  return found.run(args, env)
}
