import { type RefObject, useEffect, useState } from 'react'
import { reducedMotion } from '../motion.ts'

/** Scrolls the strip to a slide; in right-to-left layouts scrollLeft counts downwards from 0. */
function show(strip: HTMLElement, index: number) {
  const way = getComputedStyle(strip).direction === 'rtl' ? -1 : 1
  strip.scrollTo?.({ left: way * index * strip.clientWidth, behavior: reducedMotion() ? 'auto' : 'smooth' })
}

/** The current slide, and the autoplay: off for touch, focus, a hidden page, reduced motion, and once the user has paused it. */
export function useSlides(strip: RefObject<HTMLElement | null>, total: number, every: number) {
  const [at, setAt] = useState(0)
  const [paused, setPaused] = useState(false)
  const [held, setHeld] = useState(false)
  const still = every === 0 || reducedMotion()
  const moving = !still && !paused

  useEffect(() => {
    const box = strip.current
    if (!box) return undefined
    const onScroll = () => setAt(Math.round(Math.abs(box.scrollLeft) / Math.max(1, box.clientWidth)))
    box.addEventListener('scroll', onScroll, { passive: true })
    return () => box.removeEventListener('scroll', onScroll)
  }, [strip])

  useEffect(() => {
    if (!moving || held || total < 2) return undefined
    const timer = setTimeout(() => {
      const next = (at + 1) % total
      if (document.hidden || !strip.current) return setHeld(true)
      show(strip.current, next)
      setAt(next)
    }, every * 1000)
    return () => clearTimeout(timer)
  }, [moving, held, total, every, at, strip])

  useEffect(() => {
    const onSeen = () => setHeld(document.hidden)
    document.addEventListener('visibilitychange', onSeen)
    return () => document.removeEventListener('visibilitychange', onSeen)
  }, [])

  const on = () => setHeld(true)
  const off = () => setHeld(false)
  return {
    at: Math.min(at, Math.max(0, total - 1)),
    moving,
    still,
    toggle: () => setPaused((was) => !was),
    hold: { onPointerEnter: on, onPointerLeave: off, onTouchStart: on, onTouchEnd: off, onTouchCancel: off, onFocus: on, onBlur: off },
  }
}
