import { useId } from 'react'
import type { CheckboxProps } from '../../../generated/widgets/Checkbox.ts'
import Icon from '../Icon/Icon.tsx'
import css from './Checkbox.module.css'

export default function Checkbox({ label, value = false, disabled = false, error, children, onChange }: CheckboxProps) {
  const id = useId()
  return (
    <div>
      <label className={css.checkbox}>
        <span className={css.box}>
          <input
            type="checkbox"
            className={css.input}
            checked={value}
            disabled={disabled}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? id : undefined}
            onChange={(event) => void onChange?.({ value: event.target.checked })}
          />
          <span className={css.tick} aria-hidden>
            <Icon name="check" size="xs" />
          </span>
        </span>
        <span className={css.words}>{children ?? label}</span>
      </label>
      {error && (
        <p className={css.error} id={id}>
          {error}
        </p>
      )}
    </div>
  )
}
