import { type RefObject, useEffect, useRef, useState } from 'react'

export type PullStage = 'pull' | 'release' | 'busy' | null

/** Pixels of finger travel that ask for a refresh, and how far the page then rests. */
const ASK = 120
const REST = 56
const FARTHEST = 96

/** The farther, the heavier: finger travel to page travel, in pixels. */
export function travel(finger: number): number {
  return finger <= 0 ? 0 : FARTHEST * (1 - Math.exp(-finger / 150))
}

/** Moves the page by custom properties, not by React state: pulling renders only when the stage changes. */
function place(box: HTMLElement | null, sign: HTMLElement | null, pixels: number, how: 'pulling' | 'settling') {
  if (!box || !sign) return
  delete box.dataset[how === 'pulling' ? 'settling' : 'pulling']
  box.dataset[how] = ''
  box.style.setProperty('--pull', `${pixels}px`)
  sign.style.setProperty('--turn', String(pixels / FARTHEST))
  sign.toggleAttribute('data-on', pixels > 8)
}

/** Pull to refresh on a scroll container. */
export function usePull(page: RefObject<HTMLElement | null>, mark: RefObject<HTMLElement | null>, onRefresh: (() => void | Promise<void>) | undefined) {
  const [stage, setStage] = useState<PullStage>(null)
  const running = useRef(false)

  async function refresh() {
    if (running.current) return
    running.current = true
    setStage('busy')
    place(page.current, mark.current, REST, 'settling')
    // A failing handler has shown why; the indicator goes either way.
    await Promise.resolve(onRefresh?.()).catch(() => {})
    running.current = false
    place(page.current, mark.current, 0, 'settling')
    setStage(null)
  }
  const latest = useRef(refresh)
  useEffect(() => {
    latest.current = refresh
  })

  const active = onRefresh !== undefined
  useEffect(() => {
    const box = page.current
    const sign = mark.current
    if (!box || !active) return undefined
    let from: { x: number; y: number } | null = null
    let finger = 0
    const start = (event: TouchEvent) => {
      const touch = event.touches.length === 1 ? event.touches[0] : undefined
      from = touch && box.scrollTop <= 0 && !running.current ? { x: touch.clientX, y: touch.clientY } : null
      finger = 0
    }
    const move = (event: TouchEvent) => {
      const touch = event.touches[0]
      if (!from || !touch) return
      finger = touch.clientY - from.y
      const pulling = 'pulling' in box.dataset
      // A swipe along the line belongs to a carousel, a push upwards to the page.
      if (finger <= 0 || (Math.abs(touch.clientX - from.x) > finger && !pulling)) {
        if (pulling) place(box, sign, 0, 'settling')
        from = null
        setStage(null)
        return
      }
      if (event.cancelable) event.preventDefault()
      place(box, sign, travel(finger), 'pulling')
      setStage(finger > ASK ? 'release' : 'pull')
    }
    const end = () => {
      if (!from) return
      from = null
      if (finger > ASK) {
        void latest.current()
        return
      }
      if (finger > 0) place(box, sign, 0, 'settling')
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
  }, [active, page, mark])

  return { stage, refresh: () => void refresh() }
}
