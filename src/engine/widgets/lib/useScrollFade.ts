import { useEffect, type RefObject } from 'react'

/** Sets `data-fade` on a horizontal scroller: the ends ("start", "end") beyond which it has more. `content`: changes with the width of what is in it. */
export function useScrollFade(row: RefObject<HTMLElement | null>, content: string): void {
  useEffect(() => {
    const element = row.current
    if (!element || content === '' || typeof ResizeObserver !== 'function') return undefined
    const update = () => {
      // Negative from right to left.
      const passed = Math.abs(element.scrollLeft)
      const left = element.scrollWidth - element.clientWidth - passed
      const ends = [...(passed > 1 ? ['start'] : []), ...(left > 1 ? ['end'] : [])]
      if (ends.length > 0) element.dataset.fade = ends.join(' ')
      else delete element.dataset.fade
    }
    element.addEventListener('scroll', update, { passive: true })
    // Runs at once, after the layout.
    const observer = new ResizeObserver(update)
    observer.observe(element)
    return () => {
      element.removeEventListener('scroll', update)
      observer.disconnect()
    }
  }, [row, content])
}
