import { compare, sum } from '../../../../src/engine/language/values/decimal.ts'
import type { Decimal } from '../../../../src/engine/language/values/units.ts'
import type { TextOf } from '../../../e2e/kit/texts.ts'
import type { Shown } from './shown.ts'

/** A total of a screen and its parts, by the keys of their labels. */
interface Relation {
  route: string
  total: string
  parts: readonly string[]
  /** The parts are all amounts with their label on the side that is open first, which may be another than that of the total. */
  all?: boolean
}

const ACCOUNT = ['assets.availableMargin', 'assets.usedMargin', 'assets.frozen']

/** Sums on a screen. A relation whose total is not on the screen does not apply. */
export const RELATIONS: readonly Relation[] = [
  ...['/pages/contract/index', '/pages/assets/index'].flatMap((route) => [
    { route, total: 'assets.balance', parts: ACCOUNT },
    { route, total: 'assets.netEquity', parts: ['assets.balance', 'assets.floating'] },
  ]),
  { route: '/pages/assets/index', total: 'account.demo', parts: ['assets.coin', 'assets.contract'] },
  { route: '/pages/contract/index', total: 'assets.usedMargin', parts: ['lever.margin'], all: true },
  { route: '/pages/loan/detail', total: 'loan.amount', parts: ['flash.fee', 'loan.net'] },
  { route: '/pages/trade/orderDetail', total: 'spot.worth', parts: ['flash.receive', 'flash.fee'] },
]

export interface Broken {
  total: string
  shown: Decimal
  parts: readonly Decimal[]
}

/** The relations of a screen that do not hold to the digit, and the totals that were compared. */
export function compareSums(
  route: string,
  shown: readonly Shown[],
  { textOf, firstSide }: { textOf: TextOf; firstSide: readonly Shown[] },
): { compared: string[]; broken: Broken[] } {
  const valuesOf = (key: string, side = shown): Decimal[] =>
    side.filter(({ label }) => label === textOf(key)).map(({ value }) => value)
  const compared: string[] = []
  const broken = RELATIONS.filter((relation) => relation.route === route).flatMap(({ total, parts, all }) => {
    const [whole] = valuesOf(total)
    const values = parts.flatMap((key) => (all ? valuesOf(key, firstSide) : valuesOf(key).slice(0, 1)))
    if (whole === undefined || values.length < (all ? 1 : parts.length)) return []
    compared.push(total)
    return compare(whole, sum(values)) === 0 ? [] : [{ total, shown: whole, parts: values }]
  })
  return { compared, broken }
}

/** A valuation of holdings: the total is the balance in USDT, the last amount of it without a label, and the worth of each other holding. */
export function compareHoldings(shown: readonly Shown[], textOf: TextOf): Broken | null {
  const total = shown.find(({ label }) => label === textOf('assets.coin'))
  const worths = shown.filter(({ isApproximate }) => isApproximate)
  const own = shown.findLast(
    ({ isApproximate, label, currency }) => !isApproximate && label === '' && currency === 'USDT',
  )
  if (!total || !own || worths.length === 0) return null
  const parts = [own.value, ...worths.map(({ value }) => value)]
  return compare(total.value, sum(parts)) === 0 ? null : { total: 'holdings', shown: total.value, parts }
}
