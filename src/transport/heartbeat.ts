export interface Staleness {
  /** A message arrived. */
  heard(): void
  start(): void
  stop(): void
}

/** Notifies once after `afterMs` without a message, and once when messages resume. */
export function createStaleness(ports: { afterMs: number; now(): number; onChange(silent: boolean): void }): Staleness {
  let silent = false
  let at = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  // One timer that checks again, not one re-armed at each of hundreds of messages a second.
  function look(): void {
    const left = at + ports.afterMs - ports.now()
    if (left > 0) {
      timer = setTimeout(look, left)
      return
    }
    timer = undefined
    silent = true
    ports.onChange(true)
  }

  return {
    heard() {
      at = ports.now()
      if (!silent) return
      silent = false
      timer = setTimeout(look, ports.afterMs)
      ports.onChange(false)
    },
    start() {
      if (timer !== undefined) return
      at = ports.now()
      if (!silent) timer = setTimeout(look, ports.afterMs)
    },
    stop() {
      clearTimeout(timer)
      timer = undefined
    },
  }
}
