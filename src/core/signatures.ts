/**
 * The functions an expression may call, with their types for the compiler. The implementation is core/functions.ts, which the client loads without this.
 * 
 * Signature language: `string` `bool` `int` `number` `decimal<unit>` `list<T>` `map<T>` `any`; `int<unix>` and `int<seconds>`
 * have a unit; `X?` may be null; `A|B` either; `string<format>`; `Quote` is schemas/live/quote.json; a single capital
 * letter is a variable, bound by the first argument that mentions it (`decimal<U>` binds a unit). `'a'|'b'` is a string literal, one of these.
 */
export interface Signature {
  /** Parameter types in order; for a method the first is the receiver. */
  params: readonly string[]
  /** Number of optional parameters at the end. */
  optional?: number
  result: string
  /** `x.name(…)`, `name(x, …)` or both. */
  call: 'function' | 'method' | 'both'
  doc: string
  /** Increased when its parameters or result are extended; 1 by default. */
  version?: number
  /** Its result can change while it is on screen. */
  ticks?: true
  /** The first argument is formatted according to the second: money and its currency. */
  of?: readonly [number, number]
  /** Fields of the result that are an argument, by its place. */
  holds?: Readonly<Record<string, number>>
  /** A number is output as it is stored: not for display. */
  raw?: true
  /** Index of the argument that makes it leave digits out: with that argument, its result does not count as the amount shown in a confirmation. */
  rounds?: number
}

const table = {
  size: { params: ['list<any>|map<any>|string'], result: 'int', call: 'both', doc: 'How many items a list has, entries a map, characters a text.' },
  contains: { params: ['string', 'string'], result: 'bool', call: 'method', doc: 'The text contains the other text.' },
  startsWith: { params: ['string', 'string'], result: 'bool', call: 'method', doc: 'The text starts with the other text.' },
  endsWith: { params: ['string', 'string'], result: 'bool', call: 'method', doc: 'The text ends with the other text.' },
  lowerAscii: { params: ['string'], result: 'string', call: 'method', doc: 'A to Z in small letters.' },
  upperAscii: { params: ['string'], result: 'string', call: 'method', doc: 'a to z in capitals.' },
  trim: { params: ['string'], result: 'string', call: 'method', doc: 'Without white space at both ends.' },
  string: {
    params: ['string|bool|int|number|decimal<any>|unknown'], result: 'string', call: 'function', raw: true,
    doc: 'As plain text, not formatted for the reader; empty for what is not a single value.',
  },
  int: {
    params: ['int<any>|number|decimal<any>|unknown'], result: 'int', call: 'function', doc: 'Whole number, fraction cut off; 0 for what is no number.',
  },
  double: {
    params: ['int<any>|number|decimal<any>|unknown'], result: 'number', call: 'function',
    doc: 'Binary floating point, for drawing only: never for money; 0 for what is no number.',
  },
  quote: {
    params: ['string<symbol>'], result: 'Quote?', call: 'function',
    doc: 'The live quote of a symbol; null until there is one.', ticks: true, holds: { symbol: 0 },
  },
  enumText: {
    params: ['string', 'string|int'], result: 'string', call: 'function',
    doc: 'The text whose key is prefix.value; every value of the enumeration must have one.',
  },
  money: {
    params: ['decimal<money>', 'string', "'down'|'up'|'signedDown'"], optional: 2, result: 'string', call: 'function', of: [0, 1], version: 2, rounds: 2,
    doc: 'Formats an amount of money with its currency. Without a rounding all decimals are shown. `down` (what the user has or gets), `up` (what the user pays) and `signedDown` (a profit or loss, with its sign) round to the display decimals of the currency; an amount below them is shown whole.',
  },
  price: { params: ['decimal<price>', 'int'], optional: 1, result: 'string', call: 'function', doc: 'A price with so many decimals, from 0 to 12.' },
  percent: { params: ['decimal<percent>'], result: 'string', call: 'function', doc: '"1.25" as 1.25 %, with as many decimals as the rate has, up to four.' },
  quantity: { params: ['decimal<quantity>|decimal<lots>'], result: 'string', call: 'function', doc: 'A quantity as the reader writes it.' },
  number: { params: ['int|number|decimal<any>'], result: 'string', call: 'function', doc: 'A number as the reader writes it.' },
  dateTime: { params: ['int<unix>'], result: 'string', call: 'function', doc: 'Date and time in the reader’s time zone.' },
  date: { params: ['int<unix>'], result: 'string', call: 'function', doc: 'The date in the reader’s time zone.' },
  relativeTime: { params: ['int<unix>'], result: 'string', call: 'function', doc: 'How long ago, in words.' },
  country: { params: ['string<country>'], result: 'string', call: 'function', doc: 'The name of a country in the reader’s language.' },
  language: { params: ['string'], result: 'string', call: 'function', doc: 'The name of a language in the reader’s language.' },
  isCardNumber: { params: ['string'], result: 'bool', call: 'function', doc: 'The digits are the number of a payment card: its check digit is right.' },
  networkOfAddress: {
    params: ['string'], result: 'string', call: 'function', doc: 'The network whose form and checksum an address of a wallet has: TRC20, ERC20 or BTC; empty for none.',
  },
  unrealizedPnl: {
    params: ['decimal<U>', 'LeverPosition', 'Quote?'], result: 'decimal<U>', call: 'function', ticks: true,
    doc: 'What closing a leveraged position at a live quote would bring, no loss greater than its margin; the first argument while there is no quote.',
  },
  convertStop: {
    params: ['decimal<any>', 'string', 'string', 'bool', 'LeverHolding'], result: 'decimal<any>?', call: 'function',
    doc: 'A take-profit, or with true a stop-loss, told in another of the ways price, percent and profit; null where it cannot be.',
  },
  asPercentOf: { params: ['decimal<U>', 'decimal<U>'], result: 'decimal<percent>', call: 'function', doc: 'How many hundredths an amount is of another; 0 where that is 0.' },
  masked: { params: ['string'], result: 'string', call: 'function', doc: 'First and last characters only.' },
  concat: { params: ['list<T>', 'list<T>'], result: 'list<T>', call: 'method', doc: 'The items of both, in a row. Written a + b.' },
  reverse: { params: ['list<T>'], result: 'list<T>', call: 'method', doc: 'The items in the other order.' },
  take: { params: ['list<T>', 'int'], result: 'list<T>', call: 'method', doc: 'The first so many items.' },
  first: { params: ['list<T>'], result: 'T?', call: 'method', doc: 'The first item; null of an empty list.' },
  last: { params: ['list<T>'], result: 'T?', call: 'method', doc: 'The last item; null of an empty list.' },
  at: { params: ['list<T>', 'int'], result: 'T?', call: 'method', doc: 'The item at a position, from 0; null outside the list. Written list[i].' },
  orderKey: {
    params: ['decimal<any>'], result: 'string', call: 'function', doc: 'A text that sorts as the decimal does. The compiler writes it into sortBy.',
  },
  abs: { params: ['decimal<U>'], result: 'decimal<U>', call: 'function', doc: 'Without its sign.' },
  min: { params: ['decimal<U>', 'decimal<U>'], result: 'decimal<U>', call: 'function', doc: 'The smaller of two.' },
  max: { params: ['decimal<U>', 'decimal<U>'], result: 'decimal<U>', call: 'function', doc: 'The greater of two.' },
  sum: { params: ['list<decimal<U>>'], result: 'decimal<U>', call: 'method', doc: 'All together; 0 of an empty list.' },
  round: { params: ['decimal<U>', 'int'], result: 'decimal<U>', call: 'function', doc: 'To so many decimals, from 0 to 12; halves to the even neighbour.' },
  percentOf: { params: ['decimal<U>', 'decimal<percent>'], result: 'decimal<U>', call: 'function', doc: 'So many hundredths of an amount.' },
  secondsProfit: {
    params: ['decimal<U>', 'decimal<percent>'], result: 'decimal<U>', call: 'function',
    doc: 'What a seconds contract that is won brings on top of its stake, as the server counts it.',
  },
  secondsFee: {
    params: ['decimal<U>', 'decimal<percent>'], result: 'decimal<U>', call: 'function',
    doc: 'What a seconds contract costs on top of its stake, as the server counts it.',
  },
  join: { params: ['list<string>', 'string'], result: 'string', call: 'method', doc: 'The texts in a row, with a separator.' },
} satisfies Record<string, Signature>

export type FunctionName = keyof typeof table
export const functions: Readonly<Record<string, Signature>> = Object.freeze(Object.assign(Object.create(null) as Record<string, Signature>, table))
