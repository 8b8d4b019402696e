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

/** The totals of both sides as areas. Their figures are those of the two tables. */
export function DepthChart({ label, buy, sell, precision, quantityDigits, base }: DepthChartProps) {
  const format = useFormat()
  const scale = depthScale(buy, sell)
  const endOf = (levels: readonly ShownLevel[]) => {
    const last = levels.at(-1)
    return last ? `${format.price(last.price, precision)} · ${format.price(last.total, quantityDigits)} ${base}` : ''
  }
  return (
    <figure className={css.depth} aria-label={label}>
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" className={css.depthDrawing} aria-hidden>
        <polygon points={depthOutline(buy, 'buy', scale)} className={css.depthBuy} />
        <polygon points={depthOutline(sell, 'sell', scale)} className={css.depthSell} />
        <line x1="50" x2="50" y1="0" y2="100" className={css.depthMiddle} />
      </svg>
      <figcaption className={css.depthEnds}>
        <bdi className={css.depthEndBuy}>{endOf(buy)}</bdi>
        <bdi className={css.depthEndSell}>{endOf(sell)}</bdi>
      </figcaption>
    </figure>
  )
}
