import { type KeyboardEvent, type MouseEvent, useId, useState } from 'react'
import { useText } from '../../../engine/state/language.ts'
import { cx } from '../../../engine/widgets/lib/styles/cx.ts'
import { BookRow } from './BookRow.tsx'
import type { BookSide, ShownLevel } from './levels.ts'
import { shareOf } from '../../../engine/widgets/lib/share.ts'
import css from './OrderBook.module.css'

interface SideProps {
  side: BookSide
  label: string
  /** In the order shown. */
  levels: readonly ShownLevel[]
  precision: number
  quantityDigits: number
  scale: number
  /** The column of quantities has the totals. */
  showsTotals: boolean
  base: string
  currency: string
  onPick: ((level: ShownLevel) => void) | undefined
}

/** Bars change in steps of this many per cent. */
const BAR_STEP = 4

/** A side as a table; as a grid with one active row where a price can be picked. Rows are too low for a finger each: the grid is the target. */
export function Side({
  side,
  label,
  levels,
  precision,
  quantityDigits,
  scale,
  showsTotals,
  base,
  currency,
  onPick,
}: SideProps) {
  const t = useText()
  const id = useId()
  const [active, setActive] = useState<string | null>(null)
  const at = levels.findIndex(({ price }) => price === active)
  const idOf = (price: string) => `${id}${price}`

  function onKeyDown(event: KeyboardEvent): void {
    const last = levels.length - 1
    const from = at < 0 ? 0 : at
    const to = {
      ArrowDown: at < 0 ? 0 : Math.min(last, from + 1),
      ArrowUp: Math.max(0, from - 1),
      Home: 0,
      End: last,
    }[event.key]
    const level = levels[to ?? from]
    if (!level) return
    if (to !== undefined) setActive(level.price)
    else if (event.key === 'Enter' || event.key === ' ') onPick?.(level)
    else return
    event.preventDefault()
  }

  function onClick(event: MouseEvent): void {
    const row = event.target instanceof Element ? event.target.closest('[data-price]') : null
    const level = levels.find(({ price }) => price === row?.getAttribute('data-price'))
    if (level) onPick?.(level)
  }

  return (
    <table
      role={onPick && 'grid'}
      aria-label={label}
      className={cx(css.side, css[side], onPick && css.pickable)}
      {...(onPick && {
        tabIndex: 0,
        'aria-activedescendant': at < 0 ? undefined : idOf(levels[at]?.price ?? ''),
        onKeyDown,
        onClick,
        onFocus: () => setActive((current) => current ?? levels[0]?.price ?? null),
        onBlur: () => setActive(null),
      })}
    >
      <thead>
        <tr className={cx(css.row, css.head)}>
          <th scope="col" className={css.price}>
            <span className={css.word}>{t('book.price')}</span> <bdi className={css.unit}>{currency}</bdi>
          </th>
          <th scope="col" className={css.quantity}>
            <span className={css.word}>{t(showsTotals ? 'book.total' : 'book.quantity')}</span>{' '}
            <bdi className={css.unit}>{base}</bdi>
          </th>
        </tr>
      </thead>
      <tbody>
        {levels.map((level) => (
          <BookRow
            key={level.price}
            id={idOf(level.price)}
            price={level.price}
            quantity={showsTotals ? level.total : level.quantity}
            isOwn={level.isOwn}
            precision={precision}
            quantityDigits={quantityDigits}
            bar={Math.ceil(shareOf(Number(level.total), scale) * (100 / BAR_STEP)) * BAR_STEP}
            isActive={level.price === active}
            isSelectable={onPick !== undefined}
          />
        ))}
      </tbody>
    </table>
  )
}
