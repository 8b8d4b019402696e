import { asPrice, canonical, decimalPlaces, MAX_SCALE } from '../../../engine/language/values/decimal.ts'
import type { Price } from '../../../engine/language/values/units.ts'
import { useFormat } from '../../../engine/state/language.ts'
import { depthOutline, depthScale, type ShownLevel } from './levels.ts'
import css from './OrderBook.module.css'

interface DepthChartProps {
  label: string
  buy: readonly ShownLevel[]
  sell: readonly ShownLevel[]
  precision: number
  quantityDigits: number
  base: string
}

/** Heights of the lines of the grid, as shares of the scale. */
const LINES = [0.5, 1] as const

/** The totals of both sides as areas, with a scale of totals and three prices below. Their figures are those of the two tables. */
export function DepthChart({ label, buy, sell, precision, quantityDigits, base }: DepthChartProps) {
  const format = useFormat()
  const scale = depthScale(buy, sell)
  const priceOf = (price: Price | undefined) => (price === undefined ? '' : format.price(price, precision))
  const totalOf = (levels: readonly ShownLevel[]) => {
    const last = levels.at(-1)
    return last ? format.price(last.total, quantityDigits) : ''
  }
  const { middle, most } = scale
  const heightOf = (total: number) => {
    const exact = canonical(asPrice(total.toFixed(MAX_SCALE)))
    return format.price(exact, decimalPlaces(exact))
  }
  return (
    <figure className={css.depth} aria-label={label}>
      <div className={css.depthArea}>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" className={css.depthDrawing} aria-hidden>
          {LINES.map((share) => (
            <line key={share} x1="0" x2="100" y1={100 - share * 92} y2={100 - share * 92} className={css.depthLine} />
          ))}
          <polygon points={depthOutline(buy, 'buy', scale)} className={css.depthBuy} />
          <polygon points={depthOutline(sell, 'sell', scale)} className={css.depthSell} />
          <line x1="50" x2="50" y1="0" y2="100" className={css.depthMiddle} />
        </svg>
        {LINES.map((share) => (
          <bdi key={share} className={css.depthScale} style={{ insetBlockStart: `${100 - share * 92}%` }} aria-hidden>
            {heightOf(most * share)} {base}
          </bdi>
        ))}
      </div>
      <figcaption className={css.depthEnds}>
        <span className={css.depthEnd}>
          <bdi>{priceOf(buy.at(-1)?.price)}</bdi>
          <bdi className={css.depthBuyTotal}>
            {totalOf(buy)} {base}
          </bdi>
        </span>
        <bdi className={css.depthMiddlePrice}>{format.price(asPrice(middle.toFixed(precision)), precision)}</bdi>
        <span className={css.depthEnd}>
          <bdi>{priceOf(sell.at(-1)?.price)}</bdi>
          <bdi className={css.depthSellTotal}>
            {totalOf(sell)} {base}
          </bdi>
        </span>
      </figcaption>
    </figure>
  )
}
