import { hasWords } from '../texts/words.ts'
import * as decimals from '../values/decimal.ts'
import { displayedAmount } from '../values/cash.ts'
import type { FunctionEnv, FunctionImplementation } from './functionEnv.ts'
import { LIST_LIMIT, TEXT_LIMIT } from './evaluate.ts'
import type { Decimal } from '../values/units.ts'
import type { EngineFunction } from './signatures.ts'

const items = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const str = (value: unknown): string => (typeof value === 'string' ? value : String(value))
const decimal = (value: unknown): Decimal => decimals.asDecimal(str(value))
const num = (value: unknown): number => (typeof value === 'number' ? value : Number(value))

function finite(value: unknown): number {
  const number = typeof value === 'number' || typeof value === 'string' ? Number(value) : 0
  return Number.isFinite(number) ? number : 0
}

/** A decimal is truncated as text: as a binary number it could be rounded up before. */
function integer(value: unknown): number {
  const truncated = Math.trunc(finite(decimals.isInternalDecimal(value) ? decimals.truncate(value) : value)) + 0
  if (!Number.isSafeInteger(truncated)) throw new RangeError('A whole number is out of range.')
  return truncated
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

/** Fixed width, negative values as nines' complement, so that texts sort as the numbers do. */
function orderKey(value: string): string {
  const negative = value.startsWith('-')
  const [integerPart = '', fraction = ''] = (negative ? value.slice(1) : value).split('.')
  const digits = integerPart.padStart(decimals.MAX_INTEGER_DIGITS, '0') + fraction.padEnd(decimals.MAX_SCALE, '0')
  if (!negative || /^0*$/.test(digits)) return `1${digits}`
  return `0${[...digits].map((digit) => 9 - Number(digit)).join('')}`
}

/** First two and last two characters; the part before the @ of an address is masked separately. */
function masked(value: string): string {
  const at = value.indexOf('@')
  if (at > 0) return masked(value.slice(0, at)) + value.slice(at)
  const letters = [...value]
  if (letters.length < 5) return `${letters[0] ?? ''}***`
  return `${letters.slice(0, 2).join('')}***${letters.slice(-2).join('')}`
}

const WHITE_SPACE = /^\p{White_Space}$/u

/** The text without white space of Unicode at both ends: with U+0085, without U+FEFF, unlike in JavaScript. */
function trimmed(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && WHITE_SPACE.test(text.charAt(start))) start += 1
  while (end > start && WHITE_SPACE.test(text.charAt(end - 1))) end -= 1
  return text.slice(start, end)
}

/** Formats of money by the third argument of `money`; with none, all decimals are shown. */
const ROUNDED_MONEY: Readonly<Record<string, { round?: 'down' | 'up' | 'nearest'; signed?: boolean }>> = {
  down: { round: 'down' },
  up: { round: 'up' },
  signed: { signed: true },
  signedDown: { round: 'down', signed: true },
  signedNearest: { round: 'nearest', signed: true },
}

const engineFunctions = {
  size: ([value]) => size(value),
  contains: ([value, part]) => str(value).includes(str(part)),
  startsWith: ([value, part]) => str(value).startsWith(str(part)),
  endsWith: ([value, part]) => str(value).endsWith(str(part)),
  lowerAscii: ([value]) => lowerAscii(str(value)),
  upperAscii: ([value]) => upperAscii(str(value)),
  trim: ([value]) => trimmed(str(value)),
  hasWords: ([text, words]) => hasWords(str(text), str(words)),
  string: ([value]) => (value === null || typeof value === 'object' ? '' : str(value)),
  int: ([value]) => integer(value),
  double: ([value]) => finite(value),
  enumText: ([prefix, value], env) => env.text(`${str(prefix)}.${str(value)}`),
  money: ([value, currency, rounding], env) =>
    env.format.money(
      str(value),
      currency === undefined ? undefined : str(currency),
      ROUNDED_MONEY[str(rounding ?? '')],
    ),
  price: ([value, precision], env) =>
    env.format.price(str(value), precision === undefined ? undefined : num(precision)),
  percent: ([value, look], env) =>
    env.format.percent(str(value), {
      signed: look === 'signed' || look === 'change',
      rate: look !== 'fixed' && look !== 'change',
    }),
  quantity: ([value, unit], env) =>
    env.format.quantity(str(value), unit === undefined ? undefined : { unit: str(unit) }),
  number: ([value], env) => env.format.number(typeof value === 'number' ? value : str(value)),
  compact: ([value], env) => env.format.compact(str(value)),
  dateTime: ([value], env) => env.format.dateTime(num(value)),
  date: ([value], env) => env.format.date(num(value)),
  timeOfDay: ([value], env) => env.format.time(num(value)),
  startOfDay: ([value], env) => env.format.startOfDay(str(value)),
  endOfDay: ([value], env) => env.format.endOfDay(str(value)),
  relativeTime: ([value], env) => env.format.ago(num(value)),
  country: ([code], env) => env.format.country(str(code)),
  language: ([code], env) => env.format.language(str(code)),
  masked: ([value]) => masked(str(value)),
  concat: ([a, b]) => concatenated(items(a), items(b)),
  reverse: ([list]) => items(list).reduceRight<unknown[]>((all, item) => (all.push(item), all), []),
  take: ([list, count]) => items(list).slice(0, Math.max(0, num(count))),
  first: ([list]) => items(list)[0] ?? null,
  last: ([list]) => items(list).at(-1) ?? null,
  at: ([list, index]) => items(list)[num(index)] ?? null,
  orderKey: ([value]) => orderKey(str(value)),
  abs: ([value]) => decimals.abs(decimal(value)),
  min: ([a, b]) => decimals.min(decimal(a), decimal(b)),
  max: ([a, b]) => decimals.max(decimal(a), decimal(b)),
  sum: ([list]) => decimals.sum(items(list).map(decimal)),
  round: ([value, places]) => decimals.round(decimal(value), Math.max(0, num(places))),
  displayed: ([value, currency]) => displayedAmount(decimal(value), str(currency)),
  percentOf: ([value, percent]) => decimals.percentOf(decimal(value), decimals.asPercent(str(percent))),
  join: ([list, separator]) => joined(items(list).map(str), str(separator)),
} satisfies Record<EngineFunction, FunctionImplementation>

const registry: Record<string, FunctionImplementation> = Object.assign(
  Object.create(null) as Record<string, FunctionImplementation>,
  engineFunctions,
)
/** Functions whose result can change with the same arguments. */
const reactive = new Set(['relativeTime'])

/** Whether the result of a function can change with the same arguments. */
export const isReactive = (name: string): boolean => reactive.has(name)

/**
 * Adds a product's functions, so that `callFunction` finds them. Throws where a name has another implementation: the products of a process
 * share the names.
 */
export function registerFunctions(implementations: Readonly<Record<string, FunctionImplementation>>): void {
  for (const [name, implementation] of Object.entries(implementations)) {
    if (name in registry && registry[name] !== implementation) throw new Error(`There are two functions ${name}.`)
    registry[name] = implementation
  }
}

/** Adds functions that read live values. */
export function registerLiveFunctions(implementations: Readonly<Record<string, FunctionImplementation>>): void {
  registerFunctions(implementations)
  for (const name of Object.keys(implementations)) reactive.add(name)
}

/** Whether a function of that name is registered. */
export const isRegistered = (name: string): boolean => name in registry

/** Result of a function of the registry; throws for an unknown name, used by a screen of another build. */
export function callFunction(name: string, args: readonly unknown[], env: FunctionEnv): unknown {
  const implementation = registry[name]
  if (!implementation) throw new Error(`There is no function ${name}.`)
  return implementation(args, env)
}
