/**
 * Shares a resource among holders. The first one starts it; it stops in a microtask after the last release, so that a release
 * followed by another hold within one task (between two pages, or in a remount of React's StrictMode) keeps it running.
 * Returns the function that holds the resource, which returns the function that releases it.
 */
export function shareResource(start: () => () => void): () => () => void {
  let holders = 0
  let stop: (() => void) | null = null
  return () => {
    holders += 1
    stop ??= start()
    let released = false
    return () => {
      if (released) return
      released = true
      holders -= 1
      queueMicrotask(() => {
        if (holders > 0) return
        stop?.()
        stop = null
      })
    }
  }
}
