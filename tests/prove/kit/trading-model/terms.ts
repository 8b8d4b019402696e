import { asDecimal, fromMinor, toMinor } from '../../../../src/engine/language/values/decimal.ts'
import { DEFAULT_CONFIG } from '../../../../src/server/config.ts'
import { by, ceil, floor, percent, times, integer, type Ratio } from '../ratio.ts'
import { isCrypto, PRECISION, type Symbol } from './prices.ts'

/** Amounts are minor units: every currency here has eight digits. */
const SCALE = 8
/** Converts an amount to minor units. Throws if it has more than eight decimals. */
export const units = (amount: string): bigint => toMinor(asDecimal(amount), SCALE)
/** Converts minor units to a decimal string. */
export const amountOf = (of: bigint): string => fromMinor(of, SCALE)
export const UNITS: Ratio = integer(10n ** 8n)

export const { spot: SPOT, lever: LEVER, seconds: SECONDS } = DEFAULT_CONFIG.server

const classOf = (symbol: Symbol) => (isCrypto(symbol) ? 'crypto' : symbol === 'XAUUSD' ? 'metal' : 'forex')
/** Returns the operator's terms of margin trading for a symbol. */
export const leverTerms = (symbol: Symbol) => ({ ...LEVER.classes[classOf(symbol)], ...LEVER.symbols[symbol] })
/** Returns the operator's terms of spot trading for a symbol. */
export const spotTerms = (symbol: Symbol) => ({ ...SPOT.defaults, ...SPOT.symbols[symbol] })
/** Returns the operator's terms of seconds trading for a symbol. */
export const secondsTerms = (symbol: Symbol) => SECONDS.symbols[symbol] ?? SECONDS[classOf(symbol)]

/** A price as a number. */
export const priced = (ticks: number, symbol: Symbol): Ratio => ({
  over: BigInt(ticks),
  under: 10n ** BigInt(PRECISION[symbol]),
})
/** Minor units in a cent of USDT: stakes, margins and holds are in cents. */
export const CENT = 1_000_000n
export const ceilCents = (of: Ratio): bigint => ceil(by(of, integer(CENT))) * CENT
export const floorCents = (of: Ratio): bigint => floor(by(of, integer(CENT))) * CENT
/** Returns the hold that pays for an amount. */
export const heldFor = (amount: bigint): bigint => ceilCents(integer(amount))
/** Returns a fee in USDT in minor units, rounded up; `per` is in per cent. */
export const feeOf = (amount: bigint, per: string): bigint => ceil(times(integer(amount), percent(per)))
/** Returns whether an amount is a multiple of a step. */
export const isMultiple = (amount: string, step: string): boolean => units(amount) % units(step) === 0n

export interface Account {
  posted: bigint
  held: bigint
}
