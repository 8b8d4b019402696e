import {
  asDecimal,
  asLots,
  asMoney,
  asPercent,
  asPrice,
  asRate,
  canonical,
  compare,
  div,
  mul,
} from '../../engine/language/values/decimal.ts'
import { matchesWords } from '../../engine/language/texts/typedText.ts'
import type { FunctionImplementation } from '../../engine/language/expressions/functionEnv.ts'
import type { Signature } from '../../engine/language/expressions/signature.ts'
import type { Decimal } from '../../engine/language/values/units.ts'
import { creditPoints } from '../domain/credit.ts'
import { crossRate, quotedRate } from '../finance/rate.ts'
import { groupsOfFour } from '../domain/groupsOfFour.ts'
import { isWeakPayPassword } from '../domain/payPassword.ts'
import { liveSalePrice } from '../trading/earlySale.ts'
import { maxLots, percentOfMargin } from '../trading/leverage.ts'
import { maxStake, runningResult, secondsFee, secondsProfit } from '../trading/seconds.ts'
import { convertStop, isStopUnit } from '../trading/stops.ts'
import { breakEvenOf, closingOf, netResultAt, openingFeeOf, unrealizedPnl } from '../trading/unrealizedPnl.ts'
import type { LeverHolding, LeverPosition, Quote, SecondsOrder } from '../../generated/entities.ts'

function toSteps(value: Decimal, step: Decimal, rounding: 'floor' | 'ceil'): Decimal {
  return compare(step, '0') <= 0 ? canonical(value) : asDecimal(mul(div(value, step, 0, rounding), step))
}

/** The product's functions for expressions. They are one chunk, which a screen that requires one of them waits for; those with libraries are in separate ones (chunks.ts). */
export const signatures = {
  unrealizedPnl: {
    params: ['decimal<U>', 'LeverPosition', 'Quote?'],
    result: 'decimal<U>',
    call: 'function',
    ticks: true,
    synonyms: ['floating'],
    doc: 'Profit or loss of a leveraged position at a live quote, at most a loss of its margin; the first argument if there is no quote.',
  },
  convertStop: {
    params: ['decimal<any>', 'string', 'string', 'bool', 'LeverHolding'],
    result: 'decimal<any>?',
    call: 'function',
    synonyms: ['stopAs'],
    doc: 'Converts a take-profit, or with true a stop-loss, between the units price, percent and profit; null if that is not possible.',
  },
  asPercentOf: {
    params: ['decimal<U>', 'decimal<U>'],
    result: 'decimal<percent>',
    call: 'function',
    synonyms: ['shareOf'],
    doc: 'An amount as a percentage of another one; 0 if that is 0.',
  },
  creditPoints: {
    params: ['string'],
    result: 'int',
    call: 'function',
    doc: 'Points of the credit score for a step: registered, primary or advanced; below 0 for overdue.',
  },
  secondsProfit: {
    params: ['decimal<U>', 'decimal<percent>'],
    result: 'decimal<U>',
    call: 'function',
    doc: 'Profit of a won seconds contract in addition to its stake, as calculated by the server.',
  },
  secondsFee: {
    params: ['decimal<U>', 'decimal<percent>'],
    result: 'decimal<U>',
    call: 'function',
    doc: 'Fee of a seconds contract in addition to its stake, as calculated by the server.',
  },
  runningResult: {
    params: ['decimal<U>', 'SecondsOrder', 'Quote?'],
    result: 'decimal<U>',
    call: 'function',
    ticks: true,
    doc: 'Net result of a running seconds contract if it ended at a live quote, its fee deducted; the first argument is its stake, for the currency.',
  },
  earlySale: {
    params: ['decimal<U>', 'SecondsOrder', 'Quote?'],
    result: 'decimal<U>?',
    call: 'function',
    ticks: true,
    doc: 'Price for which a running seconds contract is bought back at a live quote, by the formula of the server; null where it cannot be sold. The first argument is its stake, for the currency.',
  },
  closingProfit: {
    params: ['decimal<U>', 'LeverPosition', 'decimal<lots>', 'Quote?'],
    result: 'decimal<U>',
    call: 'function',
    ticks: true,
    doc: 'Profit or loss of closing some lots of a leveraged position at a live quote; the first argument is its profit, for the currency.',
  },
  openingFee: {
    params: ['decimal<U>', 'LeverPosition', 'decimal<lots>'],
    result: 'decimal<U>',
    call: 'function',
    doc: 'The share of the opening fee of some lots of a leveraged position; the first argument is its fee, for the currency.',
  },
  breakEven: {
    params: ['decimal<U>', 'LeverPosition'],
    result: 'decimal<U>?',
    call: 'function',
    doc: 'The price at which closing a leveraged position pays for its opening and closing fees; null if no price does. The first argument is its opening price.',
  },
  closingFee: {
    params: ['decimal<U>', 'LeverPosition', 'decimal<lots>', 'Quote?'],
    result: 'decimal<U>',
    call: 'function',
    ticks: true,
    doc: 'Fee of closing some lots of a leveraged position at a live quote; the first argument is its fee, for the currency.',
  },
  netAt: {
    params: ['decimal<U>', 'LeverPosition', 'decimal<any>', 'decimal<lots>'],
    optional: 1,
    result: 'decimal<U>',
    call: 'function',
    doc: 'Net result of closing a leveraged position, or some lots of it, at a price: its profit less the fees of opening and closing. The first argument is its profit, for the currency.',
  },
  positionSize: {
    params: ['decimal<lots>', 'LeverPosition'],
    result: 'string',
    call: 'function',
    shownArgument: 0,
    environment: true,
    doc: 'Formats lots of a leveraged position in the unit that users type: coins, or lots of currencies and metals.',
  },
  maxLots: {
    params: ['decimal<any>', 'LeverHolding', 'decimal<percent>', 'decimal<lots>', 'decimal<lots>'],
    result: 'decimal<lots>',
    atMost: [4],
    call: 'function',
    doc: 'The most lots whose margin and fee an amount pays for at the opening price, as calculated by the server: the fee is in per cent, the lots are a multiple of a step and not above a maximum.',
  },
  maxStake: {
    params: ['decimal<U>', 'decimal<percent>'],
    result: 'decimal<U>',
    atMost: [0],
    call: 'function',
    doc: 'The greatest stake, in cents, that an amount pays for together with the fee in per cent of the stake.',
  },
  crossRate: {
    params: ['decimal<rate>', 'decimal<rate>'],
    result: 'decimal<rate>',
    call: 'function',
    divisors: [1],
    doc: 'Units of the second currency for one of the first, from the price of each in USDT, with the digits of the pair.',
  },
  quotedRate: {
    params: ['decimal<rate>'],
    result: 'decimal<rate>',
    call: 'function',
    doc: 'A rate as people quote it: the rate itself if it is at least 1, otherwise its inverse, for which the two currencies change places.',
  },
  inSteps: {
    params: ['decimal<U>', 'decimal<U>', "'up'"],
    optional: 1,
    result: 'decimal<U>',
    atMost: [0],
    call: 'function',
    doc: 'The nearest multiple of a step that is not above the value, or with `up` not below it; the value itself for a step of 0.',
  },
  isWeakPayPassword: {
    params: ['string'],
    result: 'bool',
    call: 'function',
    doc: 'Whether six digits are easy to guess: one digit, a run, a repeated group or a date.',
  },
  groupsOfFour: {
    params: ['string'],
    result: 'string',
    call: 'function',
    shownArgument: 0,
    synonyms: ['inFours'],
    doc: 'An address or the number of a card with a space after every four characters, to be compared by eye. Copy the value itself, without spaces.',
  },
  matchesWords: {
    params: ['string', 'string'],
    result: 'bool',
    call: 'function',
    synonyms: ['search', 'containsWords'],
    doc: 'Whether every word of the first text, which a user has typed, occurs in the second, without regard to case and accents. True for an empty one.',
  },
} satisfies Record<string, Signature>

/** By the names of the signatures. */
export const implementations = {
  unrealizedPnl: ([profit, position, quote]) =>
    unrealizedPnl(asMoney(String(profit)), position as LeverPosition, quote as Quote | null),
  convertStop([value, from, to, isStopLoss, terms]) {
    if (from === to) return value
    return isStopUnit(from) && isStopUnit(to)
      ? convertStop(asDecimal(String(value)), from, to, isStopLoss === true, terms as LeverHolding)
      : null
  },
  creditPoints: ([step]) => creditPoints(String(step)),
  asPercentOf: ([profit, margin]) => percentOfMargin(asMoney(String(profit)), asMoney(String(margin))),
  secondsProfit: ([stake, rate]) => secondsProfit(asMoney(String(stake)), asPercent(String(rate))),
  runningResult: ([, order, quote]) => runningResult(order as SecondsOrder, quote as Quote | null),
  earlySale: ([, order, quote]) => liveSalePrice(order as SecondsOrder, quote as Quote | null),
  closingProfit: ([, position, lots, quote]) =>
    closingOf(position as LeverPosition, asLots(String(lots)), quote as Quote | null).profit,
  openingFee: ([, position, lots]) => openingFeeOf(position as LeverPosition, asLots(String(lots))),
  breakEven: ([, position]) => breakEvenOf(position as LeverPosition),
  closingFee: ([, position, lots, quote]) =>
    closingOf(position as LeverPosition, asLots(String(lots)), quote as Quote | null).fee,
  netAt([, position, price, lots]) {
    const held = position as LeverPosition
    return netResultAt(held, asPrice(String(price)), asLots((lots ?? held.lots) as string))
  },
  positionSize([lots, position], { format, text }) {
    const { class: kind, size, base } = position as LeverPosition
    return kind === 'crypto'
      ? format.quantity(mul(asLots(String(lots)), size), { unit: base })
      : format.quantity(String(lots), { unit: text('lever.lots') })
  },
  maxLots([available, holding, fee, step, maximum]) {
    const { size, inverse, openPrice, leverage } = holding as LeverHolding
    const terms = {
      leverage,
      fee: asPercent(String(fee)),
      step: asLots(String(step)),
      maximum: asLots(String(maximum)),
    }
    return maxLots(asMoney(String(available)), { size, inverse }, openPrice, terms)
  },
  maxStake: ([available, percentage]) => maxStake(asMoney(String(available)), asPercent(String(percentage))),
  crossRate: ([first, second]) => crossRate(asRate(String(first)), asRate(String(second))),
  quotedRate: ([rate]) => quotedRate(asRate(String(rate))),
  inSteps: ([value, step, rounding]) =>
    toSteps(asDecimal(String(value)), asDecimal(String(step)), rounding === 'up' ? 'ceil' : 'floor'),
  isWeakPayPassword: ([digits]) => isWeakPayPassword(String(digits)),
  groupsOfFour: ([number]) => groupsOfFour(String(number)),
  matchesWords: ([query, text]) => matchesWords(String(query), String(text)),
  secondsFee: ([stake, percentage]) => secondsFee(asMoney(String(stake)), asPercent(String(percentage))),
} satisfies Record<keyof typeof signatures, FunctionImplementation>
