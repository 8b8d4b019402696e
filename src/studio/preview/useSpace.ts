import { useEffect, useState, type RefObject } from 'react'

export interface Space {
  width: number
  height: number
}

/** The size of an element's content in px, followed as it changes; `initial` until it is measured. */
export function useSpace(of: RefObject<HTMLElement | null>, initial: Space): Space {
  const [space, setSpace] = useState(initial)
  useEffect(() => {
    const element = of.current
    if (!element) return undefined
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSpace({ width: entry.contentRect.width, height: entry.contentRect.height })
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [of])
  return space
}
