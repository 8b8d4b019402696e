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
  /** The signed amounts of these labels. */
  isChange?: boolean
}

const ACCOUNT = ['assets.availableMargin', 'assets.usedMargin', 'assets.frozen']

/** Sums on a screen. A relation whose total is not on the screen does not apply. */
export const RELATIONS: readonly Relation[] = [
  ...['/pages/contract/index', '/pages/assets/index'].flatMap((route) => [
    { route, total: 'assets.balance', parts: ACCOUNT },
    { route, total: 'assets.netEquity', parts: ['assets.balance', 'assets.floating'] },
  ]),
  { route: '/pages/assets/index', total: 'account.demo', parts: ['assets.coin', 'assets.contractEquity'] },
  {
    route: '/pages/assets/index',
    total: 'account.demo',
    parts: ['assets.coin', 'assets.contractEquity'],
    isChange: true,
  },
  { route: '/pages/contract/index', total: 'assets.usedMargin', parts: ['lever.margin'], all: true },
  { route: '/pages/loan/detail', total: 'loan.amount', parts: ['flash.fee', 'loan.net'] },
  { route: '/pages/trade/orderDetail', total: 'spot.worth', parts: ['flash.receive', 'flash.fee'] },
]

/** Name of a relation on its screen. */
export const nameOf = ({ total, isChange }: Relation): string => (isChange ? `${total}, change` : total)

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
  const valuesOf = (key: string, { isChange }: Relation, side = shown): Decimal[] =>
    side.filter(({ label, isSigned }) => label === textOf(key) && (isSigned || !isChange)).map(({ value }) => value)
  const compared: string[] = []
  const broken = RELATIONS.filter((relation) => relation.route === route).flatMap((relation) => {
    const { total, parts, all } = relation
    const [whole] = valuesOf(total, relation)
    const values = parts.flatMap((key) =>
      all ? valuesOf(key, relation, firstSide) : valuesOf(key, relation).slice(0, 1),
    )
    if (whole === undefined || values.length < (all ? 1 : parts.length)) return []
    compared.push(nameOf(relation))
    return compare(whole, sum(values)) === 0 ? [] : [{ total, shown: whole, parts: values }]
  })
  return { compared, broken }
}

/** A valuation of holdings: the total is the balance in USDT and the worth of each other holding. */
export function compareHoldings(shown: readonly Shown[], textOf: TextOf): Broken | null {
  const total = shown.find(({ label }) => label === textOf('assets.coin'))
  const own = shown.find(({ label, currency }) => label === 'USDT' && currency === label)
  const worths = shown.filter(({ isApproximate }) => isApproximate)
  if (!total || !own || worths.length === 0) return null
  const parts = [own.value, ...worths.map(({ value }) => value)]
  return compare(total.value, sum(parts)) === 0 ? null : { total: 'holdings', shown: total.value, parts }
}
