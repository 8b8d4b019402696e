import { useId, useRef, useState, type CSSProperties, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react'
import type { FloatingButtonProps } from '../../generated/widgets/FloatingButton.ts'
import { useFormat, useText } from '../../state/language.ts'
import { readJson, writeJson } from '../../state/storage.ts'
import { cx } from '../cx.ts'
import Icon from '../Icon/Icon.tsx'
import css from './FloatingButton.module.css'
import { dock, isPlace, type Place } from './place.ts'
import { useRest } from './useRest.ts'

/** A finger that moves less, in px, has tapped. */
const SLACK = 8
const STEP = 0.05

/** Limits the wished move of an item at `at` so that it stays in the room. */
function within(at: number, size: number, room: number, wish: number): number {
  return Math.min(room - size - at, Math.max(-at, wish))
}

export default function FloatingButton({ label, icon, storageKey = 'floating', badge = 0, onPress }: FloatingButtonProps) {
  const t = useText()
  const format = useFormat()
  const hint = useId()
  const button = useRef<HTMLButtonElement>(null)
  const drag = useRef<{ x: number; y: number; dx: number; dy: number; moved: boolean } | null>(null)
  const dragged = useRef(false)
  const [held, setHeld] = useState(false)
  const rest = useRest()
  const [kept, setKept] = useState<Place | null>(() => readJson(`place.${storageKey}`, isPlace))
  const place: Place = kept ?? { edge: document.documentElement.dir === 'rtl' ? 'left' : 'right', down: 1 }

  const put = (next: Place) => {
    setKept(next)
    writeJson(`place.${storageKey}`, next)
  }
  const end = (event: PointerEvent<HTMLButtonElement>, keep: boolean) => {
    const held = drag.current
    drag.current = null
    setHeld(false)
    rest.soon()
    const box = event.currentTarget.getBoundingClientRect()
    event.currentTarget.style.translate = ''
    if (held?.moved && keep) put(dock(box.x + box.width / 2, box.y + box.height / 2, window.innerWidth, window.innerHeight))
  }

  const pointer = {
    onPointerDown(event: PointerEvent<HTMLButtonElement>) {
      dragged.current = false
      rest.wake()
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture?.(event.pointerId)
      drag.current = { x: event.clientX, y: event.clientY, dx: 0, dy: 0, moved: false }
    },
    onPointerMove(event: PointerEvent<HTMLButtonElement>) {
      const { current } = drag
      if (!current) return
      const x = event.clientX - current.x
      const y = event.clientY - current.y
      if (!current.moved && Math.hypot(x, y) < SLACK) return
      if (!current.moved) {
        current.moved = true
        dragged.current = true
        setHeld(true)
      }
      const box = event.currentTarget.getBoundingClientRect()
      current.dx = within(box.x - current.dx, box.width, window.innerWidth, x)
      current.dy = within(box.y - current.dy, box.height, window.innerHeight, y)
      event.currentTarget.style.translate = `${current.dx}px ${current.dy}px`
    },
    onPointerUp: (event: PointerEvent<HTMLButtonElement>) => end(event, true),
    onPointerCancel: (event: PointerEvent<HTMLButtonElement>) => end(event, false),
  }
  const onClick = (event: MouseEvent) => {
    // The click that ends a drag is not a press; one from the keyboard always is.
    if (dragged.current && event.detail !== 0) return
    void onPress?.()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const next: Partial<Place> | null =
      event.key === 'ArrowLeft' ? { edge: 'left' }
      : event.key === 'ArrowRight' ? { edge: 'right' }
      : event.key === 'ArrowUp' ? { down: Math.max(0, place.down - STEP) }
      : event.key === 'ArrowDown' ? { down: Math.min(1, place.down + STEP) }
      : null
    if (!next) return
    event.preventDefault()
    put({ ...place, ...next })
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        className={cx(css.button, css[place.edge], held && css.held, rest.resting && css.resting)}
        // Edges of the window, not of the line: where the hand put it the button stays in every language.
        style={{ [place.edge]: `calc(env(safe-area-inset-${place.edge}) + ${rest.resting ? 0 : 8}px)`, '--down': place.down } as CSSProperties}
        aria-label={badge > 0 ? `${label} (${format.number(badge)})` : label}
        aria-describedby={hint}
        onClick={onClick}
        onKeyDown={onKeyDown}
        onFocus={rest.wake}
        onBlur={rest.soon}
        onPointerEnter={rest.wake}
        onPointerLeave={rest.soon}
        {...pointer}
      >
        <Icon name={icon} />
        {badge > 0 && (
          <span className={css.badge} aria-hidden>
            {badge > 99 ? '99+' : format.number(badge)}
          </span>
        )}
      </button>
      <span hidden id={hint}>
        {t('ui.dragHint')}
      </span>
    </>
  )
}
