import { useId, useState } from 'react'
import type { SwitchProps } from '../../../generated/widgets/Switch.ts'
import css from './Switch.module.css'

export default function Switch({ label, hint, value = false, disabled = false, onChange }: SwitchProps) {
  const hintId = useId()
  const [pending, setPending] = useState<boolean | null>(null)
  const isOn = pending ?? value
  const toggle = async () => {
    if (pending !== null) return
    setPending(!value)
    try {
      await onChange?.({ value: !value })
    } finally {
      setPending(null)
    }
  }
  return (
    <button
      type="button"
      role="switch"
      className={css.switch}
      aria-checked={isOn}
      aria-label={label}
      aria-describedby={hint ? hintId : undefined}
      aria-busy={pending !== null}
      disabled={disabled}
      onClick={() => void toggle()}
    >
      <span className={css.words}>
        <span className={css.label}>{label}</span>
        {hint && (
          <span className={css.hint} id={hintId}>
            {hint}
          </span>
        )}
      </span>
      <span className={css.track} aria-hidden>
        <span className={css.thumb} />
      </span>
    </button>
  )
}
