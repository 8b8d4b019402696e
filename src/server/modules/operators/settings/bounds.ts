import { compare, DecimalError } from '../../../../engine/language/values/decimal.ts'
import type { Literal, Money } from '../../../../engine/language/values/units.ts'
import type { OperatorServer } from '../../../../generated/operator.ts'
import { CURRENCIES, minor, tradedPlacesOf, tradedUnit } from '../../../kit/ledger/index.ts'
import type { Listing } from '../../trading/market/index.ts'
import { LISTINGS } from '../../trading/market/instruments.ts'

/** Fault of a value in the settings, with its path. */
export interface SettingsFault {
  path: string
  problem: string
}

/** Decimals of a percentage. */
const PERCENT_DECIMALS = 4
/** A win of a seconds contract brings at most ten times its stake. */
const MAX_PAYOUT = '1000'
const HUNDRED = '100'

type Check = (fault: (path: string, problem: string) => void) => void

/** Each market by its symbol. */
type Markets = ReadonlyMap<string, Pick<Listing, 'class' | 'base'>>
const MARKETS: Markets = new Map(LISTINGS.map((listing) => [listing.symbol, listing]))

/** The first value that the schema allows but no product can work with; null: none. */
export function settingsFault(settings: OperatorServer): SettingsFault | null {
  let first: SettingsFault | null = null
  const fault = (path: string, problem: string): void => {
    first ??= { path, problem }
  }
  for (const check of checksOf(settings, MARKETS)) check(fault)
  return first
}

const isNegative = (value: string): boolean => compare(value as Literal, '0') < 0

function checkPercent(value: string, path: string, most: string): Check {
  return (fault) => {
    if (isNegative(value) || compare(value as Literal, most as Literal) > 0) fault(path, `must be from 0 to ${most}`)
    else if ((value.split('.')[1]?.length ?? 0) > PERCENT_DECIMALS)
      fault(path, `must have at most ${PERCENT_DECIMALS} digits after the point`)
  }
}

/** A least and a greatest value: above 0, in order and, with a currency, in the decimals that it is traded in. */
function checkRange(minimum: string, maximum: string, path: string, currency?: string): Check {
  return (fault) => {
    if (compare(minimum as Literal, '0') <= 0) fault(`${path}.minimum`, 'must be above 0')
    if (compare(minimum as Literal, maximum as Literal) > 0) fault(`${path}.maximum`, 'must not be below the minimum')
    if (currency === undefined) return
    for (const [name, value] of Object.entries({ minimum, maximum }))
      checkMoney(value, `${path}.${name}`, currency)(fault)
  }
}

const isTraded = (value: string, currency: string): boolean => {
  try {
    return minor(value as Money, currency) % tradedUnit(currency) === 0n
  } catch (error) {
    if (!(error instanceof DecimalError)) throw error
    return false
  }
}

/** Limits and fees are shown and booked as they are, so that none has a fraction of a cent. */
function checkMoney(value: string, path: string, currency: string): Check {
  return (fault) => {
    if (!CURRENCIES.includes(currency)) return fault(path, `there is no currency ${currency}`)
    if (isNegative(value)) return fault(path, 'must not be negative')
    if (!isTraded(value, currency))
      fault(path, `must have at most ${tradedPlacesOf(currency)} digits after the point in ${currency}`)
  }
}

const checkUnique =
  (keys: readonly string[], path: string): Check =>
  (fault) => {
    const twice = keys.findIndex((key, index) => keys.indexOf(key) !== index)
    if (twice >= 0) fault(`${path}.${twice}`, 'is there twice')
  }

const checkSymbols =
  (used: readonly string[], path: string, markets: Markets): Check =>
  (fault) => {
    const unknown = used.find((symbol) => !markets.has(symbol))
    if (unknown !== undefined) fault(path, `there is no market ${unknown}`)
  }

function checksOf(settings: OperatorServer, markets: Markets): Check[] {
  return [
    ...paymentChecks(settings),
    ...secondsChecks(settings.seconds, markets),
    ...orderChecks(settings, markets),
    ...projectChecks(settings.projects),
    ...fixedDepositChecks(settings.fixedDeposits),
    ...loanChecks(settings.loans),
    checkPercent(settings.turnover, 'turnover', '10000'),
    checkSymbols(settings.trading.closing, 'trading.closing', markets),
    checkSymbols(settings.trading.disabled, 'trading.disabled', markets),
  ]
}

function paymentChecks({ deposits, withdrawals, withdrawalLimits, exchange }: OperatorServer): Check[] {
  const keyOf = (bound: { channel: string; currency: string; network: string | null }): string =>
    `${bound.channel} ${bound.currency} ${bound.network}`
  return [
    checkUnique(deposits.map(keyOf), 'deposits'),
    checkUnique(withdrawals.map(keyOf), 'withdrawals'),
    ...deposits.map(({ minimum, maximum, currency }, at) => checkRange(minimum, maximum, `deposits.${at}`, currency)),
    ...withdrawals.flatMap(({ minimum, maximum, fee, currency }, at): Check[] => [
      checkRange(minimum, maximum, `withdrawals.${at}`, currency),
      checkMoney(fee, `withdrawals.${at}.fee`, currency),
      (fault) => {
        if (compare(fee, minimum) >= 0) fault(`withdrawals.${at}.fee`, 'must be below the minimum')
      },
    ]),
    checkMoney(withdrawalLimits.day, 'withdrawalLimits.day', 'USDT'),
    checkMoney(withdrawalLimits.month, 'withdrawalLimits.month', 'USDT'),
    (fault) => {
      if (compare(withdrawalLimits.month, withdrawalLimits.day) < 0)
        fault('withdrawalLimits.month', 'must not be below the limit of a day')
    },
    checkRange(exchange.minimum, exchange.maximum, 'exchange', 'USDT'),
    belowHundred(exchange.fee, 'exchange.fee'),
  ]
}

/** A fee that is taken off what is received. */
const belowHundred =
  (value: string, path: string): Check =>
  (fault) => {
    checkPercent(value, path, HUNDRED)(fault)
    if (compare(value as Literal, HUNDRED) === 0) fault(path, 'must be below 100')
  }

function secondsChecks(seconds: OperatorServer['seconds'], markets: Markets): Check[] {
  const { forex, metal, crypto, symbols: own } = seconds
  const lists = Object.entries({ forex, metal, crypto, ...prefixed('symbols', own) })
  return [
    checkSymbols(Object.keys(own), 'seconds.symbols', markets),
    checkPercent(seconds.tolerance, 'seconds.tolerance', HUNDRED),
    ...(seconds.sale
      ? [
          checkPercent(seconds.sale.spread, 'seconds.sale.spread', HUNDRED),
          checkPercent(seconds.sale.tolerance, 'seconds.sale.tolerance', HUNDRED),
        ]
      : []),
    ...(seconds.cancellation ? [checkPercent(seconds.cancellation.fee, 'seconds.cancellation.fee', HUNDRED)] : []),
    ...lists.flatMap(([name, list]): Check[] => [
      checkUnique(
        list.map((term) => String(term.seconds)),
        `seconds.${name}`,
      ),
      ...list.flatMap((term, at): Check[] => [
        checkRange(term.minimum, term.maximum, `seconds.${name}.${at}`, 'USDT'),
        checkPercent(term.long, `seconds.${name}.${at}.long`, MAX_PAYOUT),
        checkPercent(term.short, `seconds.${name}.${at}.short`, MAX_PAYOUT),
        checkPercent(term.fee, `seconds.${name}.${at}.fee`, HUNDRED),
      ]),
    ]),
  ]
}

const prefixed = <Value>(prefix: string, values: Readonly<Record<string, Value>>): Record<string, Value> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`${prefix}.${name}`, value]))

function orderChecks({ spot, lever }: OperatorServer, markets: Markets): Check[] {
  const pairs = Object.entries({
    defaults: spot.defaults,
    ...prefixed(
      'symbols',
      Object.fromEntries(Object.entries(spot.symbols).map(([name, own]) => [name, { ...spot.defaults, ...own }])),
    ),
  })
  const terms = Object.entries({
    ...prefixed('classes', lever.classes),
    ...prefixed(
      'symbols',
      Object.fromEntries(
        Object.entries(lever.symbols).map(([name, own]) => [
          name,
          { ...lever.classes[markets.get(name)?.class ?? 'crypto'], ...own },
        ]),
      ),
    ),
  })
  return [
    checkSymbols(Object.keys(spot.symbols), 'spot.symbols', markets),
    checkSymbols(Object.keys(lever.symbols), 'lever.symbols', markets),
    checkPercent(spot.tolerance, 'spot.tolerance', HUNDRED),
    checkPercent(lever.tolerance, 'lever.tolerance', HUNDRED),
    ...pairs.flatMap(([name, own]): Check[] => [
      checkRange(own.minimum, own.maximum, `spot.${name}`),
      checkRange(own.minimumAmount, own.maximumAmount, `spot.${name}.amount`),
      belowHundred(own.fee, `spot.${name}.fee`),
      isPositive(own.step, `spot.${name}.step`),
    ]),
    // A quantity is booked in the decimals of the base currency.
    ...[...markets].map(([symbol, { base }]): Check => {
      const own = spot.symbols[symbol]?.step
      return own === undefined
        ? checkMoney(spot.defaults.step, 'spot.defaults.step', base)
        : checkMoney(own, `spot.symbols.${symbol}.step`, base)
    }),
    ...terms.flatMap(([name, own]): Check[] => [
      checkRange(own.minimum, own.maximum, `lever.${name}`),
      belowHundred(own.fee, `lever.${name}.fee`),
      belowHundred(own.maintenance, `lever.${name}.maintenance`),
      isPositive(own.step, `lever.${name}.step`),
      isPositive(own.size, `lever.${name}.size`),
    ]),
  ]
}

const isPositive =
  (value: string, path: string): Check =>
  (fault) => {
    if (compare(value as Literal, '0') <= 0) fault(path, 'must be above 0')
  }

const idsOf = (products: readonly { id: string }[]): string[] => products.map(({ id }) => id)

const projectChecks = (projects: OperatorServer['projects']): Check[] => [
  checkUnique(idsOf(projects), 'projects'),
  ...projects.flatMap(({ names, minimum, maximum, currency, rate, early }, at): Check[] => [
    (fault) => {
      if (names.en === undefined) fault(`projects.${at}.names.en`, 'is missing')
    },
    checkRange(minimum, maximum, `projects.${at}`, currency),
    checkPercent(rate, `projects.${at}.rate`, HUNDRED),
    ...(early ? [checkPercent(early.cost, `projects.${at}.early.cost`, HUNDRED)] : []),
  ]),
]

const fixedDepositChecks = (products: OperatorServer['fixedDeposits']): Check[] => [
  checkUnique(idsOf(products), 'fixedDeposits'),
  ...products.flatMap(({ minimum, single, maximum, currency, breakFee, yield: daily }, at): Check[] => [
    checkRange(minimum, maximum, `fixedDeposits.${at}`, currency),
    checkMoney(single, `fixedDeposits.${at}.single`, currency),
    (fault) => {
      if (compare(single, minimum) < 0 || compare(single, maximum) > 0)
        fault(`fixedDeposits.${at}.single`, 'must be from the minimum to the maximum')
    },
    checkPercent(daily, `fixedDeposits.${at}.yield`, HUNDRED),
    checkPercent(breakFee, `fixedDeposits.${at}.breakFee`, HUNDRED),
  ]),
]

function loanChecks({
  currency,
  minimum,
  maximum,
  rate,
  fee,
  overdueRate,
  leastRepayment,
}: OperatorServer['loans']): Check[] {
  return [
    checkRange(minimum, maximum, 'loans', currency),
    checkPercent(rate, 'loans.rate', HUNDRED),
    belowHundred(fee, 'loans.fee'),
    checkPercent(overdueRate, 'loans.overdueRate', HUNDRED),
    checkMoney(leastRepayment, 'loans.leastRepayment', currency),
  ]
}
