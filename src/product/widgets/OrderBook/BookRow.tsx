import { memo } from 'react'
import { useFormat, useText } from '../../../engine/state/language.ts'
import { cx } from '../../../engine/widgets/lib/styles/cx.ts'
import type { ShownLevel } from './levels.ts'
import typography from '../../../engine/widgets/lib/styles/typography.module.css'
import css from './OrderBook.module.css'

interface BookRowProps extends Pick<ShownLevel, 'price' | 'isOwn'> {
  id: string
  precision: number
  /** The quantity of the level, or the total up to it. */
  quantity: ShownLevel['quantity']
  /** Digits after the point of all quantities of the book. */
  quantityDigits: number
  /** Width of the bar in per cent. */
  bar: number
  isActive: boolean
  isSelectable: boolean
}

/** One level. It renders only when its own values change. */
export const BookRow = memo(function BookRow({
  id,
  price,
  quantity,
  isOwn,
  precision,
  quantityDigits,
  bar,
  isActive,
  isSelectable,
}: BookRowProps) {
  const format = useFormat()
  const t = useText()
  return (
    <tr
      id={id}
      data-price={price}
      className={cx(css.row, isOwn && css.own, isActive && css.active)}
      aria-selected={isSelectable ? isActive : undefined}
    >
      <td className={css.price}>
        <bdi>{format.price(price, precision)}</bdi>
        {isOwn ? <span className={typography.spoken}>{t('book.own')}</span> : null}
      </td>
      <td className={css.quantity}>
        <span className={css.bar} style={{ inlineSize: `${bar}%` }} aria-hidden="true" />
        <bdi>{format.price(quantity, quantityDigits)}</bdi>
      </td>
    </tr>
  )
})
