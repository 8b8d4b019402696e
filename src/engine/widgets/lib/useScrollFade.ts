import { useEffect, type RefObject } from 'react'

/**
 * Sets `data-fade` on the frame of a horizontal scroller: the ends ("start", "end") beyond which the scroller has more. `content`: changes
 * with the width of what is in it.
 */
export function useScrollFade(
  frame: RefObject<HTMLElement | null>,
  row: RefObject<HTMLElement | null>,
  content: string,
): void {
  useEffect(() => {
    const [around, element] = [frame.current, row.current]
    if (!around || !element || content === '' || typeof ResizeObserver !== 'function') return undefined
    const update = () => {
      // Negative from right to left.
      const passed = Math.abs(element.scrollLeft)
      const left = element.scrollWidth - element.clientWidth - passed
      const ends = [...(passed > 1 ? ['start'] : []), ...(left > 1 ? ['end'] : [])]
      if (ends.length > 0) around.dataset.fade = ends.join(' ')
      else delete around.dataset.fade
    }
    element.addEventListener('scroll', update, { passive: true })
    // Runs at once, after the layout.
    const observer = new ResizeObserver(update)
    observer.observe(element)
    return () => {
      element.removeEventListener('scroll', update)
      observer.disconnect()
    }
  }, [frame, row, content])
}
