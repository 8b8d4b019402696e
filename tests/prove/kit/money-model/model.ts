import type { Price } from '../../../../src/engine/language/values/units.ts'
import { asDecimal, fromMinor, toMinor } from '../../../../src/engine/language/values/decimal.ts'
import { DEFAULT_CONFIG } from '../../../../src/server/config.ts'
import { by, ceil, floor, percent, ratio, times, integer, type Ratio } from '../ratio.ts'

/** The required behaviour of such a bank, written independently of its code: amounts are minor units, times Unix milliseconds. */
export type Mode = 'real' | 'demo'
export type Kind = 'coin' | 'contract'

export const CURRENCIES = ['USDT', 'BTC', 'DOGE', 'USD'] as const
export type Currency = (typeof CURRENCIES)[number]
/** Returns the number of decimals of a currency. */
export const scaleOf = (currency: Currency): number => (currency === 'USD' ? 2 : 8)
/** Converts an amount to minor units. Throws if it has more decimals than the currency. */
export const units = (amount: string, currency: Currency): bigint => toMinor(asDecimal(amount), scaleOf(currency))
/** Converts minor units to a decimal string. */
export const amountOf = (of: bigint, currency: Currency): string => fromMinor(of, scaleOf(currency))

const { server: SETTINGS } = DEFAULT_CONFIG
export const REVIEW_MS = SETTINGS.review.deposit * 1000
export const PAYOUT_MS = SETTINGS.review.withdrawal * 1000
export const REFILL_MS = SETTINGS.refillSeconds * 1000
export const OPENING: Readonly<Record<Mode, bigint>> = { real: units('1000', 'USDT'), demo: units('100000', 'USDT') }

export interface Quote {
  id: string
  owner: number
  mode: Mode
  from: Currency
  to: Currency
  pay: bigint
  receive: bigint
  fee: bigint
  expires: number
  used: boolean
}

export interface Deposit {
  id: string
  owner: number
  currency: Currency
  amount: bigint
  fails: boolean
  created: number
  credited: boolean
}

export interface Withdrawal {
  id: string
  owner: number
  currency: Currency
  amount: bigint
  fails: boolean
  created: number
  ended: boolean
  cancelled: boolean
}

export interface Someone {
  mode: Mode
  balances: Map<string, bigint>
  /** Funds on hold for withdrawals in the real coin account, by currency. */
  held: Map<Currency, bigint>
  /** Real money spent in exchanges, by currency. */
  traded: Map<Currency, bigint>
  refilled: number | null
  exchanges: Record<Mode, number>
  transfers: Record<Mode, number>
}

export class Model {
  /** The second one uses demo money. */
  people: Someone[] = (['real', 'demo'] as const).map((mode) => ({
    mode,
    balances: new Map([
      ['real coin USDT', OPENING.real],
      ['demo coin USDT', OPENING.demo],
    ]),
    held: new Map(),
    traded: new Map(),
    refilled: null,
    exchanges: { real: 0, demo: 0 },
    transfers: { real: 0, demo: 0 },
  }))
  quotes: Quote[] = []
  deposits: Deposit[] = []
  withdrawals: Withdrawal[] = []

  constructor(public now: number) {}

  person(who: number): Someone {
    const person = this.people[who]
    if (!person) throw new Error(`There is no user ${who}`)
    return person
  }

  balance(who: number, mode: Mode, kind: Kind, currency: Currency): bigint {
    return this.person(who).balances.get(`${mode} ${kind} ${currency}`) ?? 0n
  }

  available(who: number, mode: Mode, kind: Kind, currency: Currency): bigint {
    const held = mode === 'real' && kind === 'coin' ? (this.person(who).held.get(currency) ?? 0n) : 0n
    return this.balance(who, mode, kind, currency) - held
  }

  hold(who: number, currency: Currency, amount: bigint): void {
    const { held } = this.person(who)
    held.set(currency, (held.get(currency) ?? 0n) + amount)
  }

  add(who: number, mode: Mode, kind: Kind, currency: Currency, amount: bigint): void {
    this.person(who).balances.set(`${mode} ${kind} ${currency}`, this.balance(who, mode, kind, currency) + amount)
  }

  /** Moves the time: reviews end. */
  pass(seconds: number): void {
    this.now += seconds * 1000
    for (const deposit of this.deposits) {
      if (deposit.credited || deposit.fails || this.now < deposit.created + 2 * REVIEW_MS) continue
      deposit.credited = true
      this.add(deposit.owner, 'real', 'coin', deposit.currency, deposit.amount)
    }
    for (const withdrawal of this.withdrawals) {
      const { owner, currency, amount, fails, created, ended } = withdrawal
      if (ended || this.now < created + 2 * PAYOUT_MS) continue
      withdrawal.ended = true
      this.hold(owner, currency, -amount)
      if (!fails) this.add(owner, 'real', 'coin', currency, -amount)
    }
  }

  /** Status of a deposit or withdrawal by its index in the list: two steps, then success or failure. */
  statusOf(
    { created, fails, cancelled = false }: (Deposit | Withdrawal) & { cancelled?: boolean },
    step: number,
  ): number {
    if (cancelled) return 3
    const age = this.now - created
    return age < step ? 0 : age < 2 * step ? 1 : fails ? 3 : 2
  }

  /** Whether exchanges have reached the deposits in value, at current prices. */
  hasTurnover(who: number, price: (currency: Currency) => BidAsk): boolean {
    const deposited = this.deposits.filter(({ owner, credited }) => owner === who && credited)
    const sums = new Map<Currency, bigint>()
    for (const { currency, amount } of deposited) sums.set(currency, (sums.get(currency) ?? 0n) + amount)
    return worth(this.person(who).traded, price) >= worth(sums, price)
  }
}

interface BidAsk {
  bid: Price
  ask: Price
}

/** Minor units of USDT, each currency rounded down separately. */
function worth(sums: ReadonlyMap<Currency, bigint>, price: (currency: Currency) => BidAsk): bigint {
  return [...sums].reduce((total, [currency, amount]) => {
    const { bid, ask } = price(currency)
    const middle = (toMinor(bid, 12) + toMinor(ask, 12)) / 2n
    return total + (amount * middle * 10n ** 8n) / 10n ** BigInt(12 + scaleOf(currency))
  }, 0n)
}

const scale = (currency: Currency): Ratio => integer(10n ** BigInt(scaleOf(currency)))

const FEE = percent(SETTINGS.exchange.fee)

/** Minor units of the smallest amount that users enter: a cent of USDT and USD. */
export const tradedUnit = (currency: Currency): bigint => (currency === 'USDT' ? 1_000_000n : 1n)

export type Quoted = { refused: string } | { pay: bigint; receive: bigint; fee: bigint }

/** The quote of an exchange at these prices. */
export function quoteOf(
  prices: { from: BidAsk; to: BidAsk },
  from: Currency,
  to: Currency,
  given: { pay: bigint } | { receive: bigint },
  available: bigint,
): Quoted {
  const asked = 'pay' in given ? given.pay : given.receive
  if (asked <= 0n) return { refused: 'amountError' }
  const [bid, ask] = [ratio(prices.from.bid), ratio(prices.to.ask)]
  const rate = by(times(by(bid, ask), scale(to)), scale(from))
  let [pay, receive, fee] = [asked, asked, 0n]
  if ('pay' in given) {
    const gross = floor(times(integer(pay), rate))
    fee = ceil(times(integer(gross), FEE))
    receive = gross - fee
  } else {
    const gross = ceil(by(integer(receive), { over: FEE.under - FEE.over, under: FEE.under }))
    fee = gross - receive
    pay = ceil(by(integer(gross), rate))
  }
  const worth = (usdt: string) => times(by(ratio(usdt), bid), scale(from))
  if (pay !== available && pay < inThreeDigits(ceil(worth(SETTINGS.exchange.minimum)), true))
    return { refused: 'amountBelowMinimum' }
  if (pay > inThreeDigits(floor(worth(SETTINGS.exchange.maximum)), false)) return { refused: 'amountAboveMaximum' }
  return receive > 0n ? { pay, receive, fee } : { refused: 'amountError' }
}

function inThreeDigits(number: bigint, up: boolean): bigint {
  const digits = number.toString()
  const kept = BigInt(digits.slice(0, 3).padEnd(digits.length, '0'))
  return up && kept < number ? kept + 10n ** BigInt(digits.length - 3) : kept
}
