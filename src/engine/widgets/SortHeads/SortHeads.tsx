import type { SortHeadsProps } from '../../../generated/widgets/SortHeads.ts'
import { useText } from '../../state/language.ts'
import { cx } from '../lib/styles/cx.ts'
import css from './SortHeads.module.css'

type Column = SortHeadsProps['items'][number]

export default function SortHeads({ label, items, value, rising = false, onChange, onClear }: SortHeadsProps) {
  const t = useText()

  /** First its own direction, then the other one, then no order. */
  const press = ({ id, first = 'falling' }: Column) => {
    const isFirst = first === 'rising'
    if (id !== value) return void onChange?.({ value: id, rising: isFirst })
    if (rising === isFirst) return void onChange?.({ value: id, rising: !isFirst })
    return void onClear?.()
  }

  return (
    <fieldset aria-label={label} className={css.heads}>
      {items.map((item) => {
        const isSorted = item.id === value
        return (
          <button
            key={item.id}
            type="button"
            aria-pressed={isSorted}
            aria-label={isSorted ? t(rising ? 'ui.sortRising' : 'ui.sortFalling', { label: item.label }) : undefined}
            className={cx(css.head, css[item.width ?? 'text'], isSorted && (rising ? css.rising : css.falling))}
            onClick={() => press(item)}
          >
            <bdi>{item.label}</bdi>
            <svg viewBox="0 0 6 10" className={css.arrows} aria-hidden="true">
              <path className={css.up} d="M3 0 6 4H0z" />
              <path className={css.down} d="M3 10 0 6h6z" />
            </svg>
          </button>
        )
      })}
    </fieldset>
  )
}
