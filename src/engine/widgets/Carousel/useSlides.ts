import { type RefObject, useEffect, useState } from 'react'
import { prefersReducedMotion } from '../lib/motion.ts'

/** Scrolls the strip to a slide; in right-to-left layouts scrollLeft counts downwards from 0. */
function scrollToSlide(strip: HTMLElement, index: number) {
  const direction = getComputedStyle(strip).direction === 'rtl' ? -1 : 1
  strip.scrollTo?.({
    left: direction * index * strip.clientWidth,
    behavior: prefersReducedMotion() ? 'auto' : 'smooth',
  })
}

/** The current slide, and the autoplay: off for touch, focus, a hidden page, reduced motion, and once the user has paused it. */
export function useSlides(strip: RefObject<HTMLElement | null>, total: number, every: number) {
  const [at, setAt] = useState(0)
  const [paused, setPaused] = useState(false)
  const [isSuspended, setSuspended] = useState(false)
  const isStatic = every === 0 || prefersReducedMotion()
  const isPlaying = !isStatic && !paused

  useEffect(() => {
    const box = strip.current
    if (!box) return undefined
    const onScroll = () => setAt(Math.round(Math.abs(box.scrollLeft) / Math.max(1, box.clientWidth)))
    box.addEventListener('scroll', onScroll, { passive: true })
    return () => box.removeEventListener('scroll', onScroll)
  }, [strip])

  useEffect(() => {
    if (!isPlaying || isSuspended || total < 2) return undefined
    const timer = setTimeout(() => {
      const next = (at + 1) % total
      if (document.hidden || !strip.current) return setSuspended(true)
      scrollToSlide(strip.current, next)
      setAt(next)
    }, every * 1000)
    return () => clearTimeout(timer)
  }, [isPlaying, isSuspended, total, every, at, strip])

  useEffect(() => {
    const onVisibility = () => setSuspended(document.hidden)
    document.addEventListener('visibilitychange', onVisibility)
    return () => document.removeEventListener('visibilitychange', onVisibility)
  }, [])

  const suspend = () => setSuspended(true)
  const resume = () => setSuspended(false)
  return {
    at: Math.min(at, Math.max(0, total - 1)),
    isPlaying,
    isStatic,
    toggle: () => setPaused((before) => !before),
    pauseHandlers: {
      onPointerEnter: suspend,
      onPointerLeave: resume,
      onTouchStart: suspend,
      onTouchEnd: resume,
      onTouchCancel: resume,
      onFocus: suspend,
      onBlur: resume,
    },
  }
}
