import {
  useId,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
} from 'react'
import type { FloatingButtonProps } from '../../../generated/widgets/FloatingButton.ts'
import { useFormat, useText } from '../../state/language.ts'
import { useClient } from '../../state/client/context.ts'
import { cx } from '../lib/styles/cx.ts'
import Icon from '../Icon/Icon.tsx'
import css from './FloatingButton.module.css'
import { dock, isPosition, type Position } from './position.ts'
import { useAutoHide } from './useAutoHide.ts'

/** A finger that moves less, in px, has tapped. */
const TAP_SLOP_PX = 8
const STEP = 0.05

/** The offset of an item at `at`, limited so that the item stays within the available space. */
function clampOffset(at: number, size: number, available: number, offset: number): number {
  return Math.min(available - size - at, Math.max(-at, offset))
}

export default function FloatingButton({
  label,
  icon,
  storageKey = 'floating',
  badge = 0,
  onPress,
}: FloatingButtonProps) {
  const t = useText()
  const { storage } = useClient()
  const format = useFormat()
  const hint = useId()
  const button = useRef<HTMLButtonElement>(null)
  const drag = useRef<{ x: number; y: number; dx: number; dy: number; moved: boolean } | null>(null)
  const dragged = useRef(false)
  /** The finger that is down has only revealed the button. */
  const revealed = useRef(false)
  const [isDragging, setDragging] = useState(false)
  const autoHide = useAutoHide()
  const [stored, setStored] = useState<Position | null>(() => storage.readJson(`place.${storageKey}`, isPosition))
  const position: Position = stored ?? { edge: document.documentElement.dir === 'rtl' ? 'left' : 'right', down: 1 }

  const moveTo = (next: Position) => {
    setStored(next)
    storage.writeJson(`place.${storageKey}`, next)
  }
  const end = (event: PointerEvent<HTMLButtonElement>, isDropped: boolean) => {
    const released = drag.current
    drag.current = null
    setDragging(false)
    autoHide.scheduleHide()
    const box = event.currentTarget.getBoundingClientRect()
    event.currentTarget.style.translate = ''
    if (released?.moved && isDropped)
      moveTo(dock(box.x + box.width / 2, box.y + box.height / 2, window.innerWidth, window.innerHeight))
  }

  const pointer = {
    onPointerDown(event: PointerEvent<HTMLButtonElement>) {
      dragged.current = false
      revealed.current = autoHide.isHidden
      autoHide.show()
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture?.(event.pointerId)
      drag.current = { x: event.clientX, y: event.clientY, dx: 0, dy: 0, moved: false }
    },
    onPointerMove(event: PointerEvent<HTMLButtonElement>) {
      const { current } = drag
      if (!current) return
      const x = event.clientX - current.x
      const y = event.clientY - current.y
      if (!current.moved && Math.hypot(x, y) < TAP_SLOP_PX) return
      if (!current.moved) {
        current.moved = true
        dragged.current = true
        setDragging(true)
      }
      const box = event.currentTarget.getBoundingClientRect()
      current.dx = clampOffset(box.x - current.dx, box.width, window.innerWidth, x)
      current.dy = clampOffset(box.y - current.dy, box.height, window.innerHeight, y)
      event.currentTarget.style.translate = `${current.dx}px ${current.dy}px`
    },
    onPointerUp: (event: PointerEvent<HTMLButtonElement>) => end(event, true),
    onPointerCancel: (event: PointerEvent<HTMLButtonElement>) => end(event, false),
  }
  const onClick = (event: MouseEvent) => {
    // The click that ends a drag is not a press; one from the keyboard always is.
    if ((dragged.current || revealed.current) && event.detail !== 0) return
    void onPress?.()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const next: Partial<Position> | null =
      event.key === 'ArrowLeft'
        ? { edge: 'left' }
        : event.key === 'ArrowRight'
          ? { edge: 'right' }
          : event.key === 'ArrowUp'
            ? { down: Math.max(0, position.down - STEP) }
            : event.key === 'ArrowDown'
              ? { down: Math.min(1, position.down + STEP) }
              : null
    if (!next) return
    event.preventDefault()
    moveTo({ ...position, ...next })
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        className={cx(css.button, css[position.edge], isDragging && css.dragging, autoHide.isHidden && css.tucked)}
        // Edges of the window, not of the line: where the hand put it the button stays in every language.
        style={
          {
            [position.edge]: `calc(env(safe-area-inset-${position.edge}) + ${autoHide.isHidden ? 0 : 8}px)`,
            '--down': position.down,
          } as CSSProperties
        }
        aria-label={badge > 0 ? `${label} (${format.number(badge)})` : label}
        aria-describedby={hint}
        onClick={onClick}
        onKeyDown={onKeyDown}
        onFocus={autoHide.show}
        onBlur={autoHide.scheduleHide}
        onPointerEnter={autoHide.show}
        onPointerLeave={autoHide.scheduleHide}
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
