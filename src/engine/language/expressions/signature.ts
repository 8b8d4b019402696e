/**
 * The type of a function for the compiler.
 *
 * Signature language: `string` `bool` `int` `number` `decimal<unit>` `list<T>` `map<T>` `any`; `int<unix>` and `int<seconds>`
 * have a unit; `X?` may be null; `A|B` either; `string<format>`; `Name` is schemas/entities/name.json; a single capital
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
  /** The least and greatest number of an argument, by its index. */
  limits?: Readonly<Record<number, readonly [number, number]>>
  /** Indexes of the arguments that it divides by: they are not 0. */
  divisors?: readonly number[]
  /** Its result can change while it is on screen. */
  ticks?: true
  /** It uses the language or the time zone of the user, or live values, so a rule of a form cannot call it. */
  environment?: true
  /** Indexes of the arguments that its result is not above, called without its optional arguments. */
  atMost?: readonly number[]
  /** The first argument is formatted according to the second: money and its currency. */
  amountAndUnit?: readonly [number, number]
  /** Fields of the result that are an argument, by its index. */
  fieldsFromArguments?: Readonly<Record<string, number>>
  /** A number is output as it is stored: not for display. */
  raw?: true
  /** Words by which other languages and earlier catalogues name it. */
  synonyms?: readonly string[]
  /** Index of the argument that makes it leave digits out: with that argument, its result does not count as the amount shown in a confirmation. */
  roundingArgument?: number
  /** Values of that argument that show the value whole. */
  exactRoundings?: readonly string[]
  /** Values of that argument that show no charge smaller, and no result better, than it is. */
  cautiousRoundings?: readonly string[]
  /** Index of the argument that its result, a text, shows completely: a confirmation that has the text shows that value. */
  shownArgument?: number
}
