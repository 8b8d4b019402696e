import MinusGlyph from 'lucide-react/icons/minus'
import PlusGlyph from 'lucide-react/icons/plus'
import { useState } from 'react'
import { digitsOf } from '../../language/texts/typedText.ts'
import { useFormat } from '../../state/language.ts'
import { clamp } from '../lib/clamp.ts'
import css from './NumberEntry.module.css'

interface NumberEntryProps {
  label: string
  value: number
  /** The value while it is not edited. */
  shown: string
  minimum: number
  maximum: number
  step: number
  disabled: boolean
  onChange: (value: number) => void
}

/** A whole number typed, or changed by a step. A number outside of the range is not sent; the nearest inside of it is, when the field is left. */
export function NumberEntry({ label, value, shown, minimum, maximum, step, disabled, onChange }: NumberEntryProps) {
  const format = useFormat()
  const [typed, setTyped] = useState<string | null>(null)
  const choose = (chosen: number) => {
    const within = clamp(chosen, minimum, maximum)
    if (within !== value) onChange(within)
  }
  const type = (text: string) => {
    const digits = digitsOf(text, 6)
    setTyped(digits)
    if (digits !== '' && Number(digits) === clamp(Number(digits), minimum, maximum)) choose(Number(digits))
  }
  const leave = () => {
    if (typed !== null && typed !== '') choose(Number(typed))
    setTyped(null)
  }
  return (
    <div className={css.entry}>
      <button
        type="button"
        className={css.step}
        aria-label={`${label} −${format.number(step)}`}
        disabled={disabled || value <= minimum}
        onClick={() => choose(value - step)}
      >
        <MinusGlyph size={20} strokeWidth={2} aria-hidden />
      </button>
      <input
        className={css.number}
        type="text"
        inputMode="numeric"
        dir="ltr"
        aria-label={label}
        value={typed ?? shown}
        disabled={disabled}
        onFocus={({ target }) => {
          setTyped(String(value))
          queueMicrotask(() => target.select())
        }}
        onChange={({ target }) => type(target.value)}
        onBlur={leave}
      />
      <button
        type="button"
        className={css.step}
        aria-label={`${label} +${format.number(step)}`}
        disabled={disabled || value >= maximum}
        onClick={() => choose(value + step)}
      >
        <PlusGlyph size={20} strokeWidth={2} aria-hidden />
      </button>
    </div>
  )
}
