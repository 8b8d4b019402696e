import { useEffect, useId, useRef, useState, type PointerEvent } from 'react'
import type { SlideVerifyProps } from '../../generated/widgets/SlideVerify.ts'
import { useText } from '../../state/language.ts'
import { cx } from '../cx.ts'
import Icon from '../Icon/Icon.tsx'
import { succeeded } from '../settled.ts'
import css from './SlideVerify.module.css'

const HANDLE = 48
const MARGIN = 3
/** Percent of the way that counts as the end. */
const END = 96

export default function SlideVerify({ label, done, value = false, disabled = false, onDone }: SlideVerifyProps) {
  const t = useText()
  const id = useId()
  const [way, setWay] = useState(value ? 100 : 0)
  const [known, setKnown] = useState(value)
  const [held, setHeld] = useState(false)
  const track = useRef<HTMLDivElement>(null)
  const drag = useRef<{ from: number; length: number; sign: 1 | -1; way: number } | null>(null)
  const alive = useRef(true)
  useEffect(() => {
    alive.current = true
    return () => {
      alive.current = false
    }
  }, [])
  if (value !== known) {
    setKnown(value)
    setWay(value ? 100 : 0)
  }

  const verified = way >= 100
  const fixed = disabled || verified
  const finish = async () => {
    setWay(100)
    if (!(await succeeded(() => onDone?.())) && alive.current) setWay(0)
  }
  const slide = (to: number) => {
    if (fixed) return
    if (to >= 100) void finish()
    else setWay(Math.max(0, to))
  }

  const pointer = {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (fixed || event.button !== 0 || !track.current) return
      event.currentTarget.setPointerCapture?.(event.pointerId)
      drag.current = {
        from: event.clientX,
        length: Math.max(1, track.current.clientWidth - HANDLE - 2 * MARGIN),
        sign: getComputedStyle(track.current).direction === 'rtl' ? -1 : 1,
        way: 0,
      }
      setHeld(true)
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const { current } = drag
      if (!current) return
      current.way = Math.min(99.9, Math.max(0, ((event.clientX - current.from) * current.sign * 100) / current.length))
      setWay(current.way)
    },
    onPointerUp() {
      const reached = drag.current?.way ?? 0
      if (!drag.current) return
      drag.current = null
      setHeld(false)
      if (reached >= END) void finish()
      else setWay(0)
    },
    onPointerCancel() {
      drag.current = null
      setHeld(false)
      setWay(0)
    },
  }

  const words = label ?? t('ui.slideToVerify')
  const position = `calc(${MARGIN}px + ${way / 100} * (100% - ${HANDLE + 2 * MARGIN}px))`
  return (
    <div ref={track} className={cx(css.track, verified && css.verified, held && css.held, disabled && css.disabled)}>
      <span className={css.fill} style={{ inlineSize: `calc(${position} + ${HANDLE + MARGIN}px)` }} aria-hidden />
      <span className={css.words} aria-hidden>
        {verified ? (done ?? t('ui.verified')) : words}
      </span>
      <input
        type="range"
        className={css.range}
        min={0}
        max={100}
        step={10}
        value={Math.round(way / 10) * 10}
        disabled={fixed}
        aria-label={words}
        aria-valuetext={verified ? (done ?? t('ui.verified')) : undefined}
        aria-describedby={id}
        onChange={(event) => slide(Number(event.target.value))}
        onBlur={() => !verified && !held && setWay(0)}
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
