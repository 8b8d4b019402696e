import { useId } from 'react'
import type { SwatchesProps } from '../../../generated/widgets/Swatches.ts'
import { cx } from '../lib/styles/cx.ts'
import css from './Swatches.module.css'

export default function Swatches({ label, items, value, onChange }: SwatchesProps) {
  const name = useId()
  return (
    <div role="radiogroup" aria-label={label} className={css.group}>
      {items.map((item) => (
        <label key={item.id} className={css.item}>
          <input
            type="radio"
            className={css.input}
            name={name}
            aria-label={item.label}
            checked={item.id === value}
            onChange={() => void onChange?.({ value: item.id })}
          />
          <span className={cx(css.dot, css[item.color])} />
        </label>
      ))}
    </div>
  )
}
