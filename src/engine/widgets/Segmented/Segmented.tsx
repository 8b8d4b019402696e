import { useId, useRef, type KeyboardEvent } from 'react'
import type { SegmentedProps } from '../../../generated/widgets/Segmented.ts'
import { cx } from '../lib/styles/cx.ts'
import css from './Segmented.module.css'

export default function Segmented({ label, items, value, disabled = false, size = 'md', onChange }: SegmentedProps) {
  const name = useId()
  const group = useRef<HTMLDivElement>(null)
  const chosen = items.findIndex((item) => item.id === value)
  const tone = toneOf(items[chosen])

  const choose = (index: number) => {
    const item = items[index]
    if (item && item.id !== value) void onChange?.({ value: item.id })
  }
  // The browser's own arrow keys do not follow the direction of the language.
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
    const back = forward === 'ArrowLeft' ? 'ArrowRight' : 'ArrowLeft'
    const from = Math.max(0, chosen)
    const to =
      event.key === forward || event.key === 'ArrowDown'
        ? (from + 1) % items.length
        : event.key === back || event.key === 'ArrowUp'
          ? (from - 1 + items.length) % items.length
          : event.key === 'Home'
            ? 0
            : event.key === 'End'
              ? items.length - 1
              : -1
    if (to < 0) return
    event.preventDefault()
    choose(to)
    group.current?.querySelectorAll('input')[to]?.focus()
  }

  return (
    <div
      ref={group}
      role="radiogroup"
      tabIndex={-1}
      aria-label={label}
      aria-disabled={disabled || undefined}
      className={cx(css.group, size === 'sm' && css.small)}
      onKeyDown={onKeyDown}
    >
      {chosen >= 0 && (
        <span
          aria-hidden
          className={cx(css.thumb, tone && css[tone])}
          style={{
            inlineSize: `calc((100% - 6px) / ${items.length})`,
            insetInlineStart: `calc(3px + (100% - 6px) * ${chosen / items.length})`,
          }}
        />
      )}
      {items.map((item, index) => (
        <label
          key={item.id}
          className={cx(css.item, index === chosen && css.chosen, index === chosen && tone && css[tone])}
        >
          <input
            type="radio"
            className={css.input}
            name={name}
            value={item.id}
            checked={index === chosen}
            disabled={disabled}
            onChange={() => choose(index)}
          />
          <span className={css.label} data-label={item.label}>
            {item.label}
          </span>
        </label>
      ))}
    </div>
  )
}

const toneOf = (item: SegmentedProps['items'][number] | undefined): 'up' | 'down' | null =>
  item?.tone === 'up' || item?.tone === 'down' ? item.tone : null
