import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import type { SearchFieldProps } from '../../../generated/widgets/SearchField.ts'
import { readTyped } from '../../language/texts/typedText.ts'
import { useText } from '../../state/language.ts'
import Icon from '../Icon/Icon.tsx'
import css from './SearchField.module.css'

export default function SearchField({
  value = '',
  placeholder,
  label,
  autoFocus,
  delay = 300,
  onChange,
  onFocus,
  onSubmit,
}: SearchFieldProps) {
  const t = useText()
  const id = useId()
  const [typed, setTyped] = useState(value)
  const [previousValue, setPreviousValue] = useState(value)
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [sent, setSent] = useState(value)
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (autoFocus) input.current?.focus({ preventScroll: true })
  }, [autoFocus])

  // A value set from outside replaces the input; the echo of the sent value does not.
  if (value !== previousValue) {
    setPreviousValue(value)
    if (value !== sent) {
      setSent(value)
      setTyped(value)
    }
  }

  const send = (written: string) => {
    clearTimeout(timer.current)
    const text = readTyped('search', written)
    if (text === sent) return undefined
    setSent(text)
    return onChange?.({ value: text })
  }
  const type = (text: string) => {
    setTyped(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void send(text), delay)
  }
  const clear = () => {
    setTyped('')
    void send('')
    input.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') {
      const text = readTyped('search', typed)
      const isSent = Promise.resolve(send(typed))
      if (text && onSubmit) void isSent.then(() => onSubmit({ value: text }))
    }
    if (event.key === 'Escape' && typed) {
      event.preventDefault()
      event.stopPropagation()
      clear()
    }
  }

  return (
    <div className={css.field}>
      <span className={css.glass}>
        <Icon name="search" size="sm" />
      </span>
      <input
        ref={input}
        id={id}
        className={css.input}
        type="search"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={200}
        aria-label={label ?? placeholder ?? t('ui.search')}
        placeholder={placeholder}
        value={typed}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
        onFocus={() => void onFocus?.()}
      />
      {typed && (
        <button type="button" className={css.clear} aria-label={t('ui.clear')} aria-controls={id} onClick={clear}>
          <Icon name="circle-x" size="sm" />
        </button>
      )}
    </div>
  )
}
