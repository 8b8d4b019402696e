import { asDecimal, asMoney, asPercent } from '../../core/decimal.ts'
import type { FunctionImplementation } from '../../core/functionEnv.ts'
import type { Signature } from '../../core/signature.ts'
import { percentOfMargin } from '../trading/leverage.ts'
import { secondsFee, secondsProfit } from '../trading/seconds.ts'
import { convertStop, isStopUnit } from '../trading/stops.ts'
import { unrealizedPnl } from '../trading/unrealizedPnl.ts'
import type { LeverHolding, LeverPosition, Quote } from '../../generated/entities.ts'

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
  asPercentOf: ([profit, margin]) => percentOfMargin(asMoney(String(profit)), asMoney(String(margin))),
  secondsProfit: ([stake, rate]) => secondsProfit(asMoney(String(stake)), asPercent(String(rate))),
  secondsFee: ([stake, percentage]) => secondsFee(asMoney(String(stake)), asPercent(String(percentage))),
} satisfies Record<keyof typeof signatures, FunctionImplementation>
