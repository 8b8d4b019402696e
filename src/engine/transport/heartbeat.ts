export interface Heartbeat {
  /** A message arrived. */
  beat(): void
  start(): void
  stop(): void
}

interface HeartbeatPorts {
  afterMs: number
  now(): number
  onChange(silent: boolean): void
  /** The silence has begun and been reported before: the first message ends it. */
  silent?: boolean
}

/** Notifies once after `afterMs` without a message, and once when messages resume or are no longer expected. */
export function createHeartbeat(ports: HeartbeatPorts): Heartbeat {
  let { silent = false } = ports
  let at = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  // One timer that checks again, not one re-armed at each of hundreds of messages a second.
  function check(): void {
    const now = ports.now()
    // The clock has been set back: how long ago the last message came is unknown.
    if (at > now) at = now
    const remainingMs = at + ports.afterMs - now
    if (remainingMs > 0) {
      timer = setTimeout(check, remainingMs)
      return
    }
    timer = undefined
    silent = true
    ports.onChange(true)
  }

  return {
    beat() {
      at = ports.now()
      if (!silent) return
      silent = false
      timer = setTimeout(check, ports.afterMs)
      ports.onChange(false)
    },
    start() {
      if (timer !== undefined) return
      at = ports.now()
      if (!silent) timer = setTimeout(check, ports.afterMs)
    },
    stop() {
      clearTimeout(timer)
      timer = undefined
      if (!silent) return
      // Nothing is expected any more.
      silent = false
      ports.onChange(false)
    },
  }
}
