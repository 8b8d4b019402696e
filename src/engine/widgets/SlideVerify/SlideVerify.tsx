import { useEffect, useId, useRef, useState, type PointerEvent } from 'react'
import type { SlideVerifyProps } from '../../../generated/widgets/SlideVerify.ts'
import { useText } from '../../state/language.ts'
import { cx } from '../lib/styles/cx.ts'
import Icon from '../Icon/Icon.tsx'
import { succeeded } from '../lib/handlerResult.ts'
import css from './SlideVerify.module.css'

const HANDLE = 48
const MARGIN = 3
/** Percent of the track that counts as the end. */
const COMPLETE_PERCENT = 96

export default function SlideVerify({ label, done, value = false, disabled = false, onDone }: SlideVerifyProps) {
  const t = useText()
  const id = useId()
  const [percent, setPercent] = useState(value ? 100 : 0)
  const [previousValue, setPreviousValue] = useState(value)
  const [isDragging, setDragging] = useState(false)
  const track = useRef<HTMLDivElement>(null)
  const drag = useRef<{ from: number; length: number; sign: 1 | -1; percent: number } | null>(null)
  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  if (value !== previousValue) {
    setPreviousValue(value)
    setPercent(value ? 100 : 0)
  }

  const verified = percent >= 100
  const isLocked = disabled || verified
  const finish = async () => {
    setPercent(100)
    if (!(await succeeded(() => onDone?.())) && isMounted.current) setPercent(0)
  }
  const slide = (to: number) => {
    if (isLocked) return
    if (to >= 100) void finish()
    else setPercent(Math.max(0, to))
  }

  const pointer = {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (isLocked || event.button !== 0 || !track.current) return
      event.currentTarget.setPointerCapture?.(event.pointerId)
      drag.current = {
        from: event.clientX,
        length: Math.max(1, track.current.clientWidth - HANDLE - 2 * MARGIN),
        sign: getComputedStyle(track.current).direction === 'rtl' ? -1 : 1,
        percent: 0,
      }
      setDragging(true)
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const { current } = drag
      if (!current) return
      current.percent = Math.min(
        99.9,
        Math.max(0, ((event.clientX - current.from) * current.sign * 100) / current.length),
      )
      setPercent(current.percent)
    },
    onPointerUp() {
      const reached = drag.current?.percent ?? 0
      if (!drag.current) return
      drag.current = null
      setDragging(false)
      if (reached >= COMPLETE_PERCENT) void finish()
      else setPercent(0)
    },
    onPointerCancel() {
      drag.current = null
      setDragging(false)
      setPercent(0)
    },
  }

  const instruction = label ?? t('ui.slideToVerify')
  const position = `calc(${MARGIN}px + ${percent / 100} * (100% - ${HANDLE + 2 * MARGIN}px))`
  return (
    <div
      ref={track}
      className={cx(css.track, verified && css.verified, isDragging && css.dragging, disabled && css.disabled)}
    >
      <span className={css.fill} style={{ inlineSize: `calc(${position} + ${HANDLE + MARGIN}px)` }} aria-hidden />
      <span className={css.words} aria-hidden>
        {verified ? (done ?? t('ui.verified')) : instruction}
      </span>
      {/* For a pointer that cannot drag. It is below the handle. */}
      <span className={css.end} aria-hidden onClick={() => slide(100)}>
        <Icon name="check" size="sm" />
      </span>
      <input
        type="range"
        className={css.range}
        min={0}
        max={100}
        step={10}
        value={Math.round(percent / 10) * 10}
        disabled={isLocked}
        aria-label={instruction}
        aria-valuetext={verified ? (done ?? t('ui.verified')) : undefined}
        aria-describedby={id}
        onChange={(event) => slide(Number(event.target.value))}
        onBlur={() => !verified && !isDragging && setPercent(0)}
      />
      <span className={css.handle} style={{ insetInlineStart: position }} aria-hidden {...pointer}>
        <Icon name={verified ? 'check' : 'arrow-right'} size="md" />
      </span>
      <output className={css.spoken} id={id}>
        {verified && (done ?? t('ui.verified'))}
      </output>
    </div>
  )
}
