import { useRef, type KeyboardEvent } from 'react'
import type { SegmentedProps } from '../../generated/widgets/Segmented.ts'
import { cx } from '../cx.ts'
import css from './Segmented.module.css'

export default function Segmented({ label, items, value, disabled = false, size = 'md', onChange }: SegmentedProps) {
  const group = useRef<HTMLDivElement>(null)
  const chosen = items.findIndex((item) => item.id === value)

  const choose = (index: number) => {
    const item = items[index]
    if (item && item.id !== value) void onChange?.({ value: item.id })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
    const back = forward === 'ArrowLeft' ? 'ArrowRight' : 'ArrowLeft'
    const from = Math.max(0, chosen)
    const to =
      event.key === forward || event.key === 'ArrowDown' ? (from + 1) % items.length
      : event.key === back || event.key === 'ArrowUp' ? (from - 1 + items.length) % items.length
      : event.key === 'Home' ? 0
      : event.key === 'End' ? items.length - 1
      : -1
    if (to < 0) return
    event.preventDefault()
    choose(to)
    group.current?.querySelectorAll<HTMLElement>('[role=radio]')[to]?.focus()
  }

  return (
    <div ref={group} role="radiogroup" aria-label={label} aria-disabled={disabled || undefined} className={cx(css.group, size === 'sm' && css.small)} onKeyDown={onKeyDown}>
      {chosen >= 0 && (
        <span aria-hidden className={css.thumb} style={{ inlineSize: `calc((100% - 6px) / ${items.length})`, insetInlineStart: `calc(3px + (100% - 6px) * ${chosen / items.length})` }} />
      )}
      {items.map((item, index) => (
        <button
          key={item.id}
          type="button"
          role="radio"
          className={css.item}
          aria-checked={index === chosen}
          tabIndex={index === Math.max(0, chosen) ? 0 : -1}
          disabled={disabled}
          onClick={() => choose(index)}
        >
          {item.label}
        </button>
      ))}
    </div>
  )
}
