import currencies from 'country-to-currency'
import type { Environment } from '@marcbachmann/cel-js'
import { fakes } from '../fakes.ts'
import { Decimal, PLACES, INTEGER_DIGITS } from './decimal.ts'
import { card, network } from './payees.ts'
import { isFrequent, strengthOf } from './passwords.ts'
import { lotsWithin, stopInUnit } from './stops.ts'
import { fromCel } from './values.ts'

/** The library calls it with values of the types in the signature. */
type Handler = (...args: never[]) => unknown
type OperatorHandler = Parameters<Environment['registerOperator']>[1]

/**
 * The functions of the registry for the library: a second implementation, with CEL's types. A function that the library has is not
 * here, unless its meaning differs; the names here end in "_", so that the library never uses its own instead.
 */
const { format } = fakes
const letters = (value: string, from: string, to: string): string =>
  Array.from(value, (letter) => (from.includes(letter) ? (to[from.indexOf(letter)] ?? letter) : letter)).join('')
const SMALL = 'abcdefghijklmnopqrstuvwxyz'
const LARGE = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const LARGEST = BigInt(Number.MAX_SAFE_INTEGER)

/** Integers of this language have 53 bits; those of the library 64. */
export function checkSafeInteger(value: unknown): unknown {
  if (typeof value === 'bigint' && (value > LARGEST || value < -LARGEST))
    throw new RangeError('A whole number is out of range.')
  return value
}

/** The name of a language with a capital; its code where the other language has no valid name. */
function displayName(code: string, lang: string): string {
  try {
    const name = new Intl.DisplayNames(lang, { type: 'language' }).of(code) ?? code
    const [first = '', ...rest] = Array.from(name)
    return [first.toLocaleUpperCase(lang), ...rest].join('')
  } catch {
    return code
  }
}

const WHITE = '[\\t-\\r \\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]+'
/** Letters without accents and capitals. */
const plain = (text: string): string =>
  [...text.normalize('NFKD')]
    .filter((sign) => !/\p{M}/u.test(sign))
    .join('')
    .toLowerCase()
const WHITE_AROUND = new RegExp(`^${WHITE}|${WHITE}$`, 'g')

const order = (a: unknown, b: unknown): number => {
  const [x, y] = [a, b].map((item) =>
    item instanceof Decimal ? item.units : typeof item === 'boolean' ? Number(item) : item,
  ) as [bigint, bigint]
  return x < y ? -1 : x > y ? 1 : 0
}

function sorted(items: readonly unknown[], keys: readonly unknown[]): unknown[] {
  const places = items.map((_, place) => place)
  // An insertion sort: inherently stable, and independent of the one under test.
  for (let i = 1; i < places.length; i++) {
    for (let at = i; at > 0 && order(keys[places[at - 1] ?? 0], keys[places[at] ?? 0]) > 0; at--) {
      const [one = 0, other = 0] = [places[at - 1], places[at]]
      places[at - 1] = other
      places[at] = one
    }
  }
  return places.map((place) => items[place])
}

function shortened(value: string): string {
  const [before = '', ...rest] = value.split('@')
  if (rest.length > 0 && before !== '') return `${shortened(before)}@${rest.join('@')}`
  const all = Array.from(value)
  return all.length < 5 ? `${all[0] ?? ''}***` : `${all[0]}${all[1]}***${all.at(-2)}${all.at(-1)}`
}

/** Digits of the distance to the smallest decimal: sorts like the decimal. */
function key(value: Decimal): string {
  const digits = INTEGER_DIGITS + PLACES
  if (value.units >= 0n) return `1${value.units.toString().padStart(digits, '0')}`
  return `0${(10n ** BigInt(digits) - 1n + value.units).toString().padStart(digits, '0')}`
}

/** The inverse of a rate below 1, with as many digits as its units have, at most eight. Another rate keeps its text, by which its decimals are shown. */
function atLeastOne(rate: Decimal): Decimal {
  const one = 10n ** BigInt(PLACES)
  if (rate.units <= 0n || rate.units >= one) return rate
  const certain = Math.min(8, rate.units.toString().length)
  const integers = (one / rate.units).toString().length
  const step = 10n ** BigInt(PLACES - Math.max(0, certain - integers))
  return new Decimal(((2n * one * one + rate.units * step) / (2n * rate.units * step)) * step)
}

/** A price in another currency than USDT, in eight digits from the first that is not zero, as far as there are decimals. */
function rateBetween(first: Decimal, second: Decimal): Decimal {
  const unit = 10n ** BigInt(PLACES)
  if (second.units === unit) return first
  if (second.units === 0n) throw new RangeError('A division by zero.')
  const quotient = (first.units * unit) / second.units
  const digits = (quotient < 0n ? -quotient : quotient).toString()
  const places = digits === '0' ? 8 : Math.min(Math.max(PLACES - digits.length + 8, 0), PLACES)
  const text = digits.padStart(PLACES + 1, '0')
  const fraction = text.slice(-PLACES).slice(0, places)
  return Decimal.parse((quotient < 0n ? '-' : '') + text.slice(0, -PLACES) + (fraction && `.${fraction}`))
}

function total(list: readonly unknown[]): Decimal {
  let units = 0n
  for (const item of list) {
    if (!(item instanceof Decimal)) throw new TypeError('Only decimals have a sum.')
    units += item.units
  }
  return new Decimal(units)
}

/** Rounds a percentage to eight decimal places: downwards, or upwards if there is a remainder. */
function booked(value: Decimal, percentage: Decimal, upwards: bigint): Decimal {
  const [product, unit] = [value.units * percentage.units, 10n ** 18n]
  const rest = ((product % unit) + unit) % unit
  return new Decimal(((product - rest) / unit + (rest > 0n ? upwards : 0n)) * BOOKED)
}

function truncated(value: unknown): unknown {
  if (value instanceof Decimal) return value.truncated()
  if (typeof value === 'bigint') return value
  if (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)) return BigInt(value.split('.')[0] ?? '0')
  return typeof value === 'number' && Number.isFinite(value) ? BigInt(Math.trunc(value)) : 0n
}

function floating(value: unknown): number {
  const number =
    value instanceof Decimal || typeof value === 'bigint' || typeof value === 'string'
      ? Number(String(value))
      : typeof value === 'number'
        ? value
        : 0
  return Number.isFinite(number) ? number : 0
}

const floorOf = (a: bigint, b: bigint): bigint => a / b - (a % b !== 0n && a < 0n !== b < 0n ? 1n : 0n)
const CENT = 10n ** 10n
/** Units of the smallest booked amount. */
const BOOKED = 10n ** 4n

/** Profit of a position in integers of 1e-36: the difference of two prices, lots and size. */
function floatingProfit(given: Decimal, position: unknown, ...[quote]: unknown[]): Decimal {
  if (quote === null) return given.plain()
  const property = (from: unknown, name: string): unknown =>
    from instanceof Map ? from.get(name) : (from as Record<string, unknown>)[name]
  const units = (from: unknown, name: string): bigint => (property(from, name) as Decimal).units
  const long = property(position, 'side') === 'long'
  const close = units(quote, long ? 'bid' : 'ask')
  if (close <= 0n) return given.plain()
  const gain =
    (long ? close - units(position, 'openPrice') : units(position, 'openPrice') - close) *
    units(position, 'lots') *
    units(position, 'size')
  const profit = floorOf(gain, property(position, 'inverse') === true ? close * 10n ** 22n : 10n ** 34n) * CENT
  const most = -units(position, 'margin')
  return new Decimal(profit < most ? most : profit)
}

/** Result of a running contract at a price: the stake and the fee are lost on the wrong side of the entry, nothing at it. */
function runningContract(order: unknown, quote: unknown): Decimal {
  const property = (from: unknown, name: string): unknown =>
    from instanceof Map ? from.get(name) : (from as Record<string, unknown>)[name]
  const units = (from: unknown, name: string): bigint => (property(from, name) as Decimal).units
  const moved = quote === null ? 0n : units(quote, 'last') - units(order, 'entryPrice')
  if (moved === 0n) return new Decimal(0n)
  const wins = property(order, 'side') === 'long' ? moved > 0n : moved < 0n
  return new Decimal((wins ? units(order, 'profit') : -units(order, 'stake')) - units(order, 'fee'))
}

/** Probability that a standard normal variable is below x: the density summed by the midpoint rule. */
function probabilityBelow(x: number): number {
  const [steps, from] = [4000, -9]
  const width = (Math.max(from, Math.min(9, x)) - from) / steps
  const densities = Array.from({ length: steps }, (_, at) => Math.exp(-((from + (at + 0.5) * width) ** 2) / 2))
  return (densities.reduce((sum, density) => sum + density, 0) * width) / Math.sqrt(2 * Math.PI)
}

/** The average payout of a running contract whose price ends normally distributed around the quote, less the spread, in whole cents. */
function buyback(order: unknown, quote: unknown): Decimal | null {
  const read = (name: string): number => Number(String(memberOf(order, name)))
  if (!(memberOf(order, 'payout') instanceof Decimal)) throw new TypeError('This is no contract.')
  if (quote === null || memberOf(order, 'sellDeviation') === undefined) return null
  const price = Number(String(memberOf(quote, 'last')))
  const seconds = read('expires') - Number(String(memberOf(quote, 'time')))
  if (price <= 0 || seconds <= read('left') - read('sellLeft')) return null
  const width = price * read('sellDeviation') * Math.sqrt((seconds * 1000) / read('leftMs'))
  const half = 0.5 / 10 ** read('precision')
  const [lower, higher] = [-half, half].map((away) =>
    probabilityBelow((read('entryPrice') + away - price) / width),
  ) as [number, number]
  const wins = memberOf(order, 'side') === 'long' ? 1 - higher : lower
  const value = (read('stake') + read('profit')) * wins + (read('stake') + read('fee')) * (higher - lower)
  const cents = Math.floor(value * (100 - read('sellSpread')))
  return cents <= 0 ? null : Decimal.parse((cents / 100).toFixed(2)).plain()
}

/** Profit and fee of closing some lots to eight decimal places: the loss is within the lots' part of the margin, the fee within the rest of it. */
function closing(position: unknown, lots: Decimal, quote: unknown): { profit: Decimal; fee: Decimal } {
  const property = (from: unknown, name: string): unknown =>
    from instanceof Map ? from.get(name) : (from as Record<string, unknown>)[name]
  const units = (name: string): bigint => (property(position, name) as Decimal).units
  const long = property(position, 'side') === 'long'
  const live = quote === null ? 0n : (property(quote, long ? 'bid' : 'ask') as Decimal).units
  const close = live > 0n ? live : units('price')
  if (lots.units <= 0n || units('lots') <= 0n || close <= 0n) return { profit: new Decimal(0n), fee: new Decimal(0n) }
  const inverse = property(position, 'inverse') === true
  const margin = floorOf(units('margin') * lots.units, units('lots') * CENT) * CENT
  const gain = (long ? close - units('openPrice') : units('openPrice') - close) * lots.units * units('size')
  const earned = floorOf(gain, inverse ? close * 10n ** 16n : 10n ** 28n) * BOOKED
  const profit = earned < -margin ? -margin : earned
  const ceiling = (a: bigint, b: bigint) => -floorOf(-a, b)
  const quantity = lots.units * units('size')
  // Hundred-millionths of the value, rounded up; the fee is a percentage of that.
  const worth = inverse ? ceiling(quantity, 10n ** 16n) : ceiling(quantity * close, 10n ** 28n)
  const fee = ceiling(worth * units('closeFee'), 10n ** 14n) * BOOKED
  return { profit: new Decimal(profit), fee: new Decimal(fee < margin + profit ? fee : margin + profit) }
}

const memberOf = (from: unknown, name: string): unknown =>
  from instanceof Map ? from.get(name) : (from as Record<string, unknown>)[name]

/** Share of the opening fee of some lots, to eight decimal places. */
function openingShare(position: unknown, lots: Decimal): Decimal {
  const units = (name: string): bigint => (memberOf(position, name) as Decimal).units
  if (lots.units <= 0n || units('lots') <= 0n) return new Decimal(0n)
  return new Decimal(floorOf(units('fee') * lots.units, units('lots') * BOOKED) * BOOKED)
}

/** Profit of closing some lots at a price, less both fees. */
function netResult(position: unknown, price: Decimal, lots: Decimal): Decimal {
  const { profit, fee } = closing(position, lots, { bid: price, ask: price })
  return new Decimal(profit.units - openingShare(position, lots).units - fee.units)
}

/** Finds the first tick at which closing pays for all fees by halving the interval from the opening price to ten times it, or to zero. */
function tickWithoutLoss(position: unknown): Decimal | null {
  const lots = memberOf(position, 'lots') as Decimal
  const opening = (memberOf(position, 'openPrice') as Decimal).units
  const tick = 10n ** (12n - BigInt(String(memberOf(position, 'precision'))))
  const pays = (ticks: bigint): boolean => {
    const price = new Decimal(ticks * tick)
    const { profit, fee } = closing(position, lots, { bid: price, ask: price })
    return profit.units - fee.units >= (memberOf(position, 'fee') as Decimal).units
  }
  const isLong = memberOf(position, 'side') === 'long'
  let [loses, wins] = [opening / tick, isLong ? (opening * 10n) / tick : 1n]
  if (!pays(wins)) return null
  while (isLong ? wins - loses > 1n : loses - wins > 1n) {
    const middle = (loses + wins) / 2n
    if (pays(middle)) wins = middle
    else loses = middle
  }
  return new Decimal(wins * tick).plain()
}

/** Hundredths of a per cent, a half away from zero. */
function share(part: Decimal, total: Decimal): Decimal {
  if (total.units === 0n) return new Decimal(0n)
  const size = (n: bigint) => (n < 0n ? -n : n)
  const doubled = size(part.units) * 20_000n
  const hundredths = (doubled + size(total.units)) / (2n * size(total.units))
  return new Decimal((part.units < 0n === total.units < 0n ? hundredths : -hundredths) * 10n ** 10n)
}

function stepped(value: Decimal, step: Decimal, upwards: bigint): Decimal {
  if (step.units <= 0n) return value.plain()
  const whole = floorOf(value.units, step.units) * step.units
  return new Decimal(whole + (whole === value.units ? 0n : upwards * step.units))
}

/** Tries cents downwards, from the whole cents of the amount without its fee, until stake and fee are within them. */
function stakeWithin(amount: Decimal, fee: Decimal): Decimal {
  const available = new Decimal(floorOf(amount.units, CENT) * CENT)
  if (fee.units <= -100n * 10n ** 12n) return new Decimal(0n)
  let cents =
    available.units <= 0n ? 0n : (available.units * 100n * 10n ** 12n) / (100n * 10n ** 12n + fee.units) / CENT + 2n
  while (cents > 0n && cents * CENT + booked(new Decimal(cents * CENT), fee, 1n).units > available.units) cents -= 1n
  return new Decimal(cents * CENT)
}

/** All weak payment passwords by their descriptions: one digit, runs with 0 after 9, repeated groups, two-digit dates. */
function isGuessable(text: string): boolean {
  if (text.length !== 6 || [...text].some((item) => !'0123456789'.includes(item))) return false
  const circle = '012345678901234'
  const runs = [circle, [...circle].toReversed().join('')]
  const pairs = [text.slice(0, 2), text.slice(2, 4), text.slice(4)].map(Number) as [number, number, number]
  const month = (number: number) => number > 0 && number < 13
  const day = (number: number) => number > 0 && number < 32
  return (
    runs.some((run) => run.includes(text)) ||
    (text[0] === text[2] && text[2] === text[4] && text[1] === text[3] && text[3] === text[5]) ||
    text.slice(0, 3) === text.slice(3) ||
    (month(pairs[1]) && (day(pairs[0]) || day(pairs[2]))) ||
    (month(pairs[0]) && day(pairs[1]))
  )
}

/** Joins slices of four characters by spaces. */
/** Whether each word of the query equals a part of the text for a collator that ignores case and accents. */
function hasAllWords(query: string, text: string): boolean {
  const { compare } = new Intl.Collator('en', { sensitivity: 'base' })
  const letters = [...text.normalize('NFC')]
  const isPart = (word: string) =>
    letters.some((_, at) =>
      letters.slice(at).some((_, more) => compare(letters.slice(at, at + more + 1).join(''), word) === 0),
    )
  return query.split(' ').every((word) => word === '' || isPart(word))
}

function spaced(text: string): string {
  const letters = [...text]
  if (letters.includes(' ')) return text
  const groups = Array.from({ length: Math.ceil(letters.length / 4) }, (_, at) => letters.slice(4 * at, 4 * at + 4))
  return groups.map((group) => group.join('')).join(' ')
}

const ORDERED = ['int', 'double', 'string', 'bool', 'Decimal']

export const ORACLE: [signature: string, handler: Handler][] = [
  ['safeInteger(dyn): dyn', checkSafeInteger],
  ['decimal(string): Decimal', (text: string) => Decimal.parse(text)],
  ['decimal(int): Decimal', (value: bigint) => Decimal.parse(String(value))],
  ['string(Decimal): string', String],
  ['string(null): string', () => ''],
  ['string(list<dyn>): string', () => ''],
  ['string(map<dyn, dyn>): string', () => ''],
  ['string_(dyn): string', String],
  ['int_(dyn): int', (value: unknown) => checkSafeInteger(truncated(value))],
  ['double_(dyn): double', floating],
  ['string.lowerAscii_(): string', (value: string) => letters(value, LARGE, SMALL)],
  ['string.upperAscii_(): string', (value: string) => letters(value, SMALL, LARGE)],
  ['unrealizedPnl_(Decimal, dyn, dyn): Decimal', floatingProfit],
  [
    'creditPoints_(string): int',
    (step: string) =>
      new Map([
        ['registered', 60n],
        ['primary', 20n],
        ['advanced', 20n],
      ]).get(step) ?? 0n,
  ],
  ['asPercentOf_(Decimal, Decimal): Decimal', share],
  ['convertStop_(Decimal, string, string, bool, dyn): dyn', stopInUnit],
  ['runningResult_(Decimal, dyn, dyn): Decimal', (_: Decimal, ...rest: [unknown, unknown]) => runningContract(...rest)],
  ['earlySale_(Decimal, dyn, dyn): dyn', (_: Decimal, ...rest: [unknown, unknown]) => buyback(...rest)],
  [
    'closingProfit_(Decimal, dyn, Decimal, dyn): Decimal',
    (_: Decimal, ...rest: [unknown, Decimal, unknown]) => closing(...rest).profit,
  ],
  ['openingFee_(Decimal, dyn, Decimal): Decimal', (_: Decimal, ...rest: [unknown, Decimal]) => openingShare(...rest)],
  ['breakEven_(Decimal, dyn): dyn', (_: Decimal, position: unknown) => tickWithoutLoss(position)],
  [
    'closingFee_(Decimal, dyn, Decimal, dyn): Decimal',
    (_: Decimal, ...rest: [unknown, Decimal, unknown]) => closing(...rest).fee,
  ],
  [
    'netAt_(Decimal, dyn, Decimal): Decimal',
    (_: Decimal, position: unknown, price: Decimal) =>
      netResult(position, price, memberOf(position, 'lots') as Decimal),
  ],
  [
    'netAt_(Decimal, dyn, Decimal, Decimal): Decimal',
    (_: Decimal, ...rest: [unknown, Decimal, Decimal]) => netResult(...rest),
  ],
  [
    'positionSize_(Decimal, dyn): string',
    (lots: Decimal, position: unknown) => {
      const coins = lots.times(memberOf(position, 'size') as Decimal)
      return memberOf(position, 'class') === 'crypto'
        ? format.quantity(String(coins), { unit: String(memberOf(position, 'base')) })
        : format.quantity(String(lots), { unit: fakes.text('lever.lots') })
    },
  ],
  ['maxLots_(Decimal, dyn, Decimal, Decimal, Decimal): Decimal', lotsWithin],
  ['maxStake_(Decimal, Decimal): Decimal', stakeWithin],
  ['crossRate_(Decimal, Decimal): Decimal', rateBetween],
  ['quotedRate_(Decimal): Decimal', atLeastOne],
  ['inSteps_(Decimal, Decimal): Decimal', (value: Decimal, step: Decimal) => stepped(value, step, 0n)],
  ['inSteps_(Decimal, Decimal, string): Decimal', (value: Decimal, step: Decimal) => stepped(value, step, 1n)],
  ['isWeakPayPassword_(string): bool', isGuessable],
  ['masked_(string): string', shortened],
  ['groupsOfFour_(string): string', spaced],
  ['matchesWords_(string, string): bool', hasAllWords],
  ['isCardNumber_(string): bool', card],
  ['languageName_(string, string): string', displayName],
  [
    'currencyOfCountry_(string): string',
    (country: string) => new Map<string, string>(Object.entries(currencies)).get(country) ?? '',
  ],
  ['networkOfAddress_(string): string', network],
  ['isCommonPassword_(string): bool', isFrequent],
  ['passwordStrength_(string): int', strengthOf],
  ['list.reverse_(): list<dyn>', (list: unknown[]) => list.map((_, at) => list[list.length - 1 - at])],
  ['list.take_(int): list<dyn>', (list: unknown[], count: bigint) => list.filter((_, at) => BigInt(at) < count)],
  ['list.first_(): dyn', (list: unknown[]) => (list.length === 0 ? null : list[0])],
  ['list.last_(): dyn', (list: unknown[]) => (list.length === 0 ? null : list[list.length - 1])],
  ['list.at_(int): dyn', (list: unknown[], at: bigint) => list.find((_, place) => BigInt(place) === at) ?? null],
  [
    'list.concat_(list): list<dyn>',
    (a: unknown[], b: unknown[]) =>
      Array.from({ length: a.length + b.length }, (_, at) => (at < a.length ? a[at] : b[at - a.length])),
  ],
  ['orderKey_(Decimal): string', key],
  ['abs_(Decimal): Decimal', (value: Decimal) => (value.units < 0n ? value.negated() : value.plain())],
  ['min_(Decimal, Decimal): Decimal', (a: Decimal, b: Decimal) => (b.units < a.units ? b : a).plain()],
  ['max_(Decimal, Decimal): Decimal', (a: Decimal, b: Decimal) => (b.units > a.units ? b : a).plain()],
  ['list.sum_(): Decimal', total],
  ['round_(Decimal, int): Decimal', (value: Decimal, places: bigint) => value.rounded(Math.max(0, Number(places)))],
  [
    'displayed_(Decimal, string): Decimal',
    (value: Decimal, currency: string) =>
      ['USD', 'USDT'].includes(currency) && (value.units >= CENT || value.units <= -CENT)
        ? new Decimal(value.units - (((value.units % CENT) + CENT) % CENT))
        : value.plain(),
  ],
  ['percentOf_(Decimal, Decimal): Decimal', (value: Decimal, percentage: Decimal) => value.percent(percentage)],
  ['secondsProfit_(Decimal, Decimal): Decimal', (stake: Decimal, rate: Decimal) => booked(stake, rate, 0n)],
  ['secondsFee_(Decimal, Decimal): Decimal', (stake: Decimal, percentage: Decimal) => booked(stake, percentage, 1n)],
  ['text_(string): string', (name: string) => fakes.text(name)],
  [
    'text_(string, map): string',
    (name: string, args: unknown) => fakes.text(name, fromCel(args) as Record<string, unknown>),
  ],
  ['enumText_(string, string): string', (prefix: string, value: string) => fakes.text(`${prefix}.${value}`)],
  ['enumText_(string, int): string', (prefix: string, value: bigint) => fakes.text(`${prefix}.${value}`)],
  ['money_(Decimal): string', (value: Decimal) => format.money(String(value))],
  ['money_(Decimal, string): string', (value: Decimal, currency: string) => format.money(String(value), currency)],
  [
    'money_(Decimal, string, string): string',
    (value: Decimal, currency: string, rounding: string) =>
      format.money(String(value), currency, {
        ...(rounding !== 'signed' && {
          round: rounding === 'up' ? 'up' : rounding === 'signedNearest' ? 'nearest' : 'down',
        }),
        ...(rounding.startsWith('signed') && { signed: true }),
      }),
  ],
  ['price_(Decimal): string', (value: Decimal) => format.price(String(value))],
  [
    'price_(Decimal, int): string',
    (value: Decimal, precision: bigint) => format.price(String(value), Number(precision)),
  ],
  ['percent_(Decimal): string', (value: Decimal) => format.percent(String(value), { rate: true })],
  [
    'percent_(Decimal, string): string',
    (value: Decimal, look: string) =>
      format.percent(String(value), { signed: look !== 'fixed', rate: look === 'signed' }),
  ],
  ['quantity_(Decimal): string', (value: Decimal) => format.quantity(String(value))],
  ['quantity_(Decimal, string): string', (value: Decimal, unit: string) => format.quantity(String(value), { unit })],
  ['number_(Decimal): string', (value: Decimal) => format.number(String(value))],
  ['number_(int): string', (value: bigint) => format.number(Number(value))],
  ['number_(double): string', (value: number) => format.number(value)],
  ['compact_(Decimal): string', (value: Decimal) => format.compact(String(value))],
  ['dateTime_(int): string', (value: bigint) => format.dateTime(Number(value))],
  ['date_(int): string', (value: bigint) => format.date(Number(value))],
  ['timeOfDay_(int): string', (value: bigint) => format.time(Number(value))],
  [
    'string.hasWords_(string): bool',
    (text: string, typed: string) =>
      plain(typed)
        .split(/[^\p{L}\p{N}]+/u)
        .every((word) => plain(text).includes(word)),
  ],
  ['string.trim_(): string', (text: string) => text.replaceAll(WHITE_AROUND, '')],
  ['startOfDay_(string): int', (day: string) => BigInt(format.startOfDay(day))],
  ['endOfDay_(string): int', (day: string) => BigInt(format.endOfDay(day))],
  ['relativeTime_(int): string', (value: bigint) => format.ago(Number(value))],
  ['country_(string): string', (code: string) => format.country(code)],
  ['language_(string): string', (code: string) => format.language(code)],
  ...ORDERED.map((type): [string, Handler] => [`sorted_(list, list<${type}>): list<dyn>`, sorted]),
]

/** Functions of the library with our meaning. */
export const NATIVE: ReadonlySet<string> = new Set([
  'size',
  'contains',
  'startsWith',
  'endsWith',
  'join',
  'string',
  'decimal',
  'filter',
  'map',
  'all',
  'exists',
])

export const OPERATORS: [signature: string, handler: OperatorHandler][] = [
  ['-Decimal', (a: Decimal) => a.negated()],
  ['Decimal + Decimal', (a: Decimal, b: Decimal) => a.plus(b)],
  ['Decimal - Decimal', (a: Decimal, b: Decimal) => a.minus(b)],
  ['Decimal * Decimal', (a: Decimal, b: Decimal) => a.times(b)],
  ['Decimal / Decimal', (a: Decimal, b: Decimal) => a.over(b)],
  ['Decimal == Decimal', (a: Decimal, b: Decimal) => a.units === b.units],
  ['Decimal < Decimal', (a: Decimal, b: Decimal) => a.units < b.units],
  ['Decimal <= Decimal', (a: Decimal, b: Decimal) => a.units <= b.units],
  ['Decimal > Decimal', (a: Decimal, b: Decimal) => a.units > b.units],
  ['Decimal >= Decimal', (a: Decimal, b: Decimal) => a.units >= b.units],
]
