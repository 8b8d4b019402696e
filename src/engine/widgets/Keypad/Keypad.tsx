import type { KeyboardEvent } from 'react'
import type { KeypadProps } from '../../../generated/widgets/Keypad.ts'
import { pressKey, shareOf, type Key } from './keys.ts'
import { KeypadKeys } from './KeypadKeys.tsx'

export default function Keypad({
  value = '',
  label,
  decimals = 2,
  maximum = null,
  shares = true,
  onChange,
  onDone,
}: KeypadProps) {
  const set = (next: string) => {
    if (next !== value) void onChange?.({ value: next })
  }
  const press = (key: Key) => set(pressKey({ value, caret: value.length }, key, decimals).value)
  const onKeyDown = (event: KeyboardEvent) => {
    const key =
      event.key === 'Backspace'
        ? 'delete'
        : event.key === ',' || event.key === '.'
          ? '.'
          : /^\d$/.test(event.key)
            ? (event.key as Key)
            : null
    if (!key || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    press(key)
  }
  return (
    <KeypadKeys
      label={label}
      decimals={decimals}
      maximum={maximum}
      shares={shares}
      onKey={press}
      onShare={(percent) => set(shareOf(maximum ?? '0', percent, decimals))}
      onKeyDown={onKeyDown}
      {...(onDone && { onDone: () => void onDone() })}
    />
  )
}
