import { useId, useState, type ReactNode } from 'react'
import { ambiguityOf } from '../conditions/typedNumber.ts'
import css from './ui.module.css'

interface Props {
  label: string
  /** The number that is stored; empty for none. */
  value: string
  /** The number of a text; undefined for a text that is none, or that can be read in two ways. */
  read: (typed: string) => string | undefined
  /** A number that the message about a wrong text names. */
  example: string
  onChange: (number: string) => void
}

/**
 * A field for a number, which is stored when the field is left or Enter is pressed: the beginning of a number is no
 * number yet. The amount field of the app is another component, since it passes each key on for limits and totals, and
 * has a keypad and two units. Both read by language/values/typedNumber.ts.
 */
export function NumberField({ label, value, read, example, onChange }: Props): ReactNode {
  const [typed, setTyped] = useState<string | null>(null)
  const message = useId()
  const store = (): void => {
    if (typed === null) return
    const number = read(typed)
    if (number === undefined) return
    setTyped(null)
    if (number !== value) onChange(number)
  }
  const isWrong = typed !== null && (typed.trim() !== '' || value !== '') && read(typed) === undefined
  return (
    <>
      <input
        aria-label={label}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? message : undefined}
        inputMode="decimal"
        autoComplete="off"
        placeholder={`a number, such as ${example}`}
        value={typed ?? value}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={store}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) store()
        }}
      />
      {isWrong && (
        <p id={message} role="alert" className={css.fieldError}>
          {ambiguityOf(typed) ?? `Write a number, such as ${example}.`}
          {value !== '' && ` ${value} stays until then.`}
        </p>
      )}
    </>
  )
}
