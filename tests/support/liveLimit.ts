import { LIVE_LIMITS } from '../../src/server/kit/live/limits.ts'

/** A live connection of a test. */
export interface LiveConnection {
  /** Whether the server has accepted it and it is still connected. */
  isOpen(): boolean
  close(): void
}

const AT_ONCE = 20
/** The server drops a connection that sends or answers nothing for this long. One that is lost sooner was refused. */
const SLOW_MS = Math.min(LIVE_LIMITS.connectTimeoutMs, LIVE_LIMITS.pingTimeoutMs)

/**
 * Opens `limit` connections, then one more; `connect` gets the number of the connection, from 0, and resolves when it is accepted or refused.
 * Connections that a busy machine loses are opened again, up to twice as many as the limit; a refused one ends the opening. Resolves to the
 * connections that are open, without the last one, and to whether that one was accepted.
 */
export async function exceedLiveLimit<Connection extends LiveConnection>(
  limit: number,
  connect: (index: number) => Promise<Connection>,
): Promise<{ open: Connection[]; isOneMoreAccepted: boolean }> {
  const stillOpen = (connections: Connection[]) => connections.filter((connection) => connection.isOpen())
  const most = 2 * limit
  let open: Connection[] = []
  let started = 0
  let isRefused = false
  const start = async (index: number) => {
    const since = performance.now()
    const connection = await connect(index)
    if (!connection.isOpen() && performance.now() - since < SLOW_MS) isRefused = true
    return connection
  }
  for (;;) {
    while (open.length < limit && started < most) {
      const first = started
      const length = Math.min(AT_ONCE, limit - open.length)
      started += length
      open = stillOpen([...open, ...(await Promise.all(Array.from({ length }, (_, i) => start(first + i))))])
      if (isRefused) return { open, isOneMoreAccepted: false }
    }
    const last = await connect(started++)
    const isOneMoreAccepted = last.isOpen()
    last.close()
    const before = open.length
    open = stillOpen(open)
    // A lost connection was replaced by the last one.
    if (!isOneMoreAccepted || open.length === before || started >= most) return { open, isOneMoreAccepted }
  }
}
