import { type RefObject, useEffect, useRef, useState } from 'react'
import { settled } from '../../language/report.ts'

export type PullStage = 'pull' | 'release' | 'busy' | null

/** Finger travel that triggers a refresh, offset of the page while it refreshes, and the limit of the offset; pixels. */
const TRIGGER_PX = 120
const REFRESHING_PX = 56
const MAX_PULL_PX = 96

/** The farther, the heavier: finger travel to page travel, in pixels. */
export function pullOffset(finger: number): number {
  return finger <= 0 ? 0 : MAX_PULL_PX * (1 - Math.exp(-finger / 150))
}

/** Moves the page by custom properties, not by React state: pulling renders only when the stage changes. */
function setOffset(
  page: HTMLElement | null,
  indicator: HTMLElement | null,
  pixels: number,
  phase: 'pulling' | 'settling',
) {
  if (!page || !indicator) return
  delete page.dataset[phase === 'pulling' ? 'settling' : 'pulling']
  page.dataset[phase] = ''
  page.style.setProperty('--pull', `${pixels}px`)
  indicator.style.setProperty('--turn', String(pixels / MAX_PULL_PX))
  indicator.toggleAttribute('data-on', pixels > 8)
}

/** Pull to refresh on a scroll container. */
export function usePullToRefresh(
  page: RefObject<HTMLElement | null>,
  indicator: RefObject<HTMLElement | null>,
  onRefresh: (() => void | Promise<void>) | undefined,
) {
  const [stage, setStage] = useState<PullStage>(null)
  const isRefreshing = useRef(false)

  async function refresh() {
    if (isRefreshing.current) return
    isRefreshing.current = true
    setStage('busy')
    setOffset(page.current, indicator.current, REFRESHING_PX, 'settling')
    // A failing handler has shown why; the indicator goes either way.
    await settled(Promise.resolve(onRefresh?.()))
    isRefreshing.current = false
    setOffset(page.current, indicator.current, 0, 'settling')
    setStage(null)
  }
  const latest = useRef(refresh)
  useEffect(() => {
    latest.current = refresh
  })

  const active = onRefresh !== undefined
  useEffect(() => {
    const box = page.current
    const spinner = indicator.current
    if (!box || !active) return undefined
    let from: { x: number; y: number } | null = null
    let finger = 0
    const start = (event: TouchEvent) => {
      const touch = event.touches.length === 1 ? event.touches[0] : undefined
      from = touch && box.scrollTop <= 0 && !isRefreshing.current ? { x: touch.clientX, y: touch.clientY } : null
      finger = 0
    }
    const move = (event: TouchEvent) => {
      const touch = event.touches[0]
      if (!from || !touch) return
      finger = touch.clientY - from.y
      const pulling = 'pulling' in box.dataset
      // A swipe along the line belongs to a carousel, a push upwards to the page.
      if (finger <= 0 || (Math.abs(touch.clientX - from.x) > finger && !pulling)) {
        if (pulling) setOffset(box, spinner, 0, 'settling')
        from = null
        setStage(null)
        return
      }
      if (event.cancelable) event.preventDefault()
      setOffset(box, spinner, pullOffset(finger), 'pulling')
      setStage(finger > TRIGGER_PX ? 'release' : 'pull')
    }
    const end = () => {
      if (!from) return
      from = null
      if (finger > TRIGGER_PX) {
        void latest.current()
        return
      }
      if (finger > 0) setOffset(box, spinner, 0, 'settling')
      setStage(null)
    }
    box.addEventListener('touchstart', start, { passive: true })
    box.addEventListener('touchmove', move, { passive: false })
    box.addEventListener('touchend', end)
    box.addEventListener('touchcancel', end)
    return () => {
      box.removeEventListener('touchstart', start)
      box.removeEventListener('touchmove', move)
      box.removeEventListener('touchend', end)
      box.removeEventListener('touchcancel', end)
    }
  }, [active, page, indicator])

  return { stage, refresh: () => void refresh() }
}
