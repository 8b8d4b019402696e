import { useLayoutEffect, type RefObject } from 'react'

/** Content may load late: retries the position for so many ms. */
const RESTORE_TIMEOUT_MS = 1_500
const LIMIT = 60

interface ScrollEntry {
  path: readonly number[]
  top: number
}

const entries = new Map<string, Map<string, ScrollEntry>>()

function pathTo(root: Element, element: Element): number[] | null {
  const path: number[] = []
  for (let at: Element = element; at !== root;) {
    const parent: Element | null = at.parentElement
    if (!parent) return null
    path.unshift([...parent.children].indexOf(at))
    at = parent
  }
  return path
}

function follow(root: Element, path: readonly number[]): Element | undefined {
  return path.reduce<Element | undefined>((at, index) => at?.children[index], root)
}

/** Restores the position of each scroll container inside the element when the user returns to a key, and begins a new one at its top. */
export function useScrollRestoration(ref: RefObject<HTMLElement | null>, key: string): void {
  useLayoutEffect(() => {
    const root = ref.current
    if (!root) return undefined
    const saved = entries.get(key) ?? new Map<string, ScrollEntry>()
    // Drop the oldest entry of a long history.
    entries.delete(key)
    entries.set(key, saved)
    const [oldest] = entries.keys()
    if (entries.size > LIMIT && oldest !== undefined) entries.delete(oldest)

    // The containers of a page that stays mounted have the position of its last key.
    for (const container of root.querySelectorAll('[data-scroll]')) container.scrollTop = 0
    const toRestore = [...saved.values()].filter(({ top }) => top > 0)
    let searching = toRestore.length > 0
    const stop = () => {
      searching = false
      observer?.disconnect()
      clearTimeout(timer)
    }
    const restore = () => {
      if (!searching) return
      const reached = toRestore.every(({ path, top }) => {
        const element = follow(root, path)
        if (!element) return false
        element.scrollTop = top
        return Math.abs(element.scrollTop - top) < 2
      })
      if (reached) stop()
    }
    const observer = searching && typeof MutationObserver === 'function' ? new MutationObserver(restore) : null
    observer?.observe(root, { childList: true, subtree: true })
    const timer = setTimeout(stop, RESTORE_TIMEOUT_MS)
    restore()

    const onScroll = ({ target }: Event) => {
      if (searching || !(target instanceof Element)) return
      const path = pathTo(root, target)
      if (path) saved.set(path.join('.'), { path, top: target.scrollTop })
    }
    root.addEventListener('scroll', onScroll, { capture: true, passive: true })
    // The user's own scrolling takes precedence.
    root.addEventListener('touchstart', stop, { passive: true })
    root.addEventListener('wheel', stop, { passive: true })
    return () => {
      stop()
      root.removeEventListener('scroll', onScroll, { capture: true })
      root.removeEventListener('touchstart', stop)
      root.removeEventListener('wheel', stop)
    }
  }, [key, ref])
}
