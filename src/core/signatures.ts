import { signatures as productSignatures } from '../product/functions/index.ts'
import { signatures as liveSignatures } from '../product/liveValues.ts'
import type { Signature } from './signature.ts'

/**
 * The functions an expression may call, with their types for the compiler: the engine's, implemented by core/functions.ts, which the
 * client loads without this, and the product's.
 */
const engineSignatures = {
  size: {
    params: ['list<any>|map<any>|string'],
    result: 'int',
    call: 'both',
    doc: 'Number of items of a list, entries of a map or characters of a text.',
  },
  contains: {
    params: ['string', 'string'],
    result: 'bool',
    call: 'method',
    doc: 'Whether the text contains the other text.',
  },
  startsWith: {
    params: ['string', 'string'],
    result: 'bool',
    call: 'method',
    doc: 'Whether the text starts with the other text.',
  },
  endsWith: {
    params: ['string', 'string'],
    result: 'bool',
    call: 'method',
    doc: 'Whether the text ends with the other text.',
  },
  lowerAscii: { params: ['string'], result: 'string', call: 'method', doc: 'The text with A to Z in lower case.' },
  upperAscii: { params: ['string'], result: 'string', call: 'method', doc: 'The text with a to z in upper case.' },
  trim: { params: ['string'], result: 'string', call: 'method', doc: 'The text without white space at both ends.' },
  string: {
    params: ['string|bool|int|number|decimal<any>|unknown'],
    result: 'string',
    call: 'function',
    raw: true,
    doc: 'The value as plain text, without formatting; empty for a list or map.',
  },
  int: {
    params: ['int<any>|number|decimal<any>|unknown'],
    result: 'int',
    call: 'function',
    doc: 'The value as a whole number, truncated; 0 if it is not a number.',
  },
  double: {
    params: ['int<any>|number|decimal<any>|unknown'],
    result: 'number',
    call: 'function',
    doc: 'The value as a binary floating-point number, for drawing only, never for money; 0 if it is not a number.',
  },
  enumText: {
    params: ['string', 'string|int'],
    result: 'string',
    call: 'function',
    environment: true,
    doc: 'The text with the key prefix.value; every value of the enumeration must have one.',
  },
  money: {
    params: ['decimal<money>', 'string', "'down'|'up'|'signedDown'"],
    optional: 2,
    result: 'string',
    call: 'function',
    amountAndUnit: [0, 1],
    version: 2,
    roundingArgument: 2,
    environment: true,
    doc: 'Formats an amount of money with its currency. Without a rounding all decimals are shown. `down` (what the user has or gets), `up` (what the user pays) and `signedDown` (a profit or loss, with its sign) round to the display decimals of the currency; an amount below them is shown whole.',
  },
  price: {
    params: ['decimal<price>|decimal<rate>', 'int'],
    optional: 1,
    limits: { 1: [0, 12] },
    result: 'string',
    call: 'function',
    version: 2,
    environment: true,
    doc: 'Formats a price or a rate with the given number of decimals, 0 to 12; without it, with all that it has.',
  },
  percent: {
    params: ['decimal<percent>', "'signed'"],
    optional: 1,
    result: 'string',
    call: 'function',
    version: 2,
    environment: true,
    doc: 'Formats "1.25" as 1.25 %, with the decimals of the value, at most four; with `signed` also with its plus sign.',
  },
  quantity: {
    params: ['decimal<quantity>|decimal<lots>'],
    result: 'string',
    call: 'function',
    environment: true,
    doc: 'Formats a quantity in the number format of the user.',
  },
  number: {
    params: ['int|number|decimal<any>'],
    result: 'string',
    call: 'function',
    environment: true,
    doc: 'Formats a number in the number format of the user.',
  },
  dateTime: {
    params: ['int<unix>'],
    result: 'string',
    call: 'function',
    environment: true,
    doc: 'Formats date and time in the time zone of the user.',
  },
  date: {
    params: ['int<unix>'],
    result: 'string',
    call: 'function',
    environment: true,
    doc: 'Formats the date in the time zone of the user.',
  },
  startOfDay: {
    params: ['string<date>'],
    result: 'int<unix>',
    call: 'function',
    environment: true,
    doc: 'The first moment of a day in the time zone of the user.',
  },
  endOfDay: {
    params: ['string<date>'],
    result: 'int<unix>',
    call: 'function',
    environment: true,
    doc: 'The last second of a day in the time zone of the user.',
  },
  relativeTime: {
    params: ['int<unix>'],
    result: 'string',
    call: 'function',
    environment: true,
    doc: 'Formats the time since then, in words.',
  },
  country: {
    params: ['string<country>'],
    result: 'string',
    call: 'function',
    environment: true,
    doc: 'The name of a country in the language of the user.',
  },
  language: {
    params: ['string'],
    result: 'string',
    call: 'function',
    environment: true,
    doc: 'The name of a language in the language of the user.',
  },
  masked: {
    params: ['string'],
    result: 'string',
    call: 'function',
    doc: 'The text with only its first and last characters visible.',
  },
  concat: {
    params: ['list<T>', 'list<T>'],
    result: 'list<T>',
    call: 'method',
    doc: 'The items of both lists. Written a + b.',
  },
  reverse: { params: ['list<T>'], result: 'list<T>', call: 'method', doc: 'The items in reverse order.' },
  take: {
    params: ['list<T>', 'int'],
    limits: { 1: [1, Infinity] },
    result: 'list<T>',
    call: 'method',
    doc: 'The first n items.',
  },
  first: { params: ['list<T>'], result: 'T?', call: 'method', doc: 'The first item; null of an empty list.' },
  last: { params: ['list<T>'], result: 'T?', call: 'method', doc: 'The last item; null of an empty list.' },
  at: {
    params: ['list<T>', 'int'],
    result: 'T?',
    call: 'method',
    doc: 'The item at a position, from 0; null outside the list. Written list[i].',
  },
  orderKey: {
    params: ['decimal<any>'],
    result: 'string',
    call: 'function',
    doc: 'A text with the sort order of the decimal. The compiler writes it into sortBy.',
  },
  abs: { params: ['decimal<U>'], result: 'decimal<U>', call: 'function', doc: 'The value without its sign.' },
  min: {
    params: ['decimal<U>', 'decimal<U>'],
    result: 'decimal<U>',
    call: 'function',
    doc: 'The smaller of two values.',
  },
  max: {
    params: ['decimal<U>', 'decimal<U>'],
    result: 'decimal<U>',
    call: 'function',
    doc: 'The greater of two values.',
  },
  sum: {
    params: ['list<decimal<U>>'],
    result: 'decimal<U>',
    call: 'method',
    doc: 'The sum of the items; 0 for an empty list.',
  },
  round: {
    params: ['decimal<U>', 'int'],
    limits: { 1: [0, 12] },
    result: 'decimal<U>',
    call: 'function',
    doc: 'Rounds to the given number of decimals, 0 to 12; halves to even.',
  },
  percentOf: {
    params: ['decimal<U>', 'decimal<percent>'],
    result: 'decimal<U>',
    call: 'function',
    doc: 'A percentage of an amount.',
  },
  join: {
    params: ['list<string>', 'string'],
    result: 'string',
    call: 'method',
    doc: 'The texts joined by a separator.',
  },
} satisfies Record<string, Signature>

export type EngineFunction = keyof typeof engineSignatures
/** All signatures by name. */
export const signatures: Readonly<Record<string, Signature>> = Object.freeze(
  Object.assign(Object.create(null) as Record<string, Signature>, engineSignatures, liveSignatures, productSignatures),
)
