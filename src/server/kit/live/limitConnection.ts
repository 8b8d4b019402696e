import type { IncomingMessage } from 'node:http'
import { metrics } from '../observability/metrics.ts'
import { createTokenBucket } from './rateLimits.ts'
import type { LiveLimits } from './limits.ts'

/** The part of an engine.io connection that is used here. */
export interface Connection {
  request: IncomingMessage
  on(event: 'packet' | 'packetCreate' | 'drain' | 'close', listener: () => void): unknown
  write(data: unknown, ...more: unknown[]): unknown
  close(discard?: boolean): void
}

/** An encoded message with a value that the next one of its key replaces. */
const REPLACEABLE = /^2\["(?:tick|depth|trades)",/

/**
 * Disconnects flooding clients, and those that read nothing at all. A client that is slow misses values: the gap in their numbers makes it ask
 * for the newest of each key, in place of reading all that were sent meanwhile.
 */
export function limitConnection(
  connection: Connection,
  { burst, perSecond, maxUnsentPackets, slowPackets, slowMs }: LiveLimits,
): void {
  const tokens = createTokenBucket({ burst: burst * 4, perSecond: perSecond * 4, nowMs: Date.now })
  let unsent = 0
  let unsentSince = 0
  connection.on('packet', () => {
    metrics.livePackets.inc({ direction: 'received' })
    if (tokens.take()) return
    metrics.liveRefused.inc({ reason: 'flood' })
    connection.close(true)
  })
  connection.on('packetCreate', () => {
    metrics.livePackets.inc({ direction: 'sent' })
    if (unsent === 0) unsentSince = Date.now()
    unsent += 1
    if (unsent <= maxUnsentPackets) return
    metrics.liveRefused.inc({ reason: 'slow' })
    connection.close(true)
  })
  connection.on('drain', () => {
    unsent = 0
  })
  const write = connection.write.bind(connection)
  connection.write = (data, ...more) => {
    const isSlow = unsent >= slowPackets && Date.now() - unsentSince >= slowMs
    if (!isSlow || typeof data !== 'string' || !REPLACEABLE.test(data)) return write(data, ...more)
    metrics.livePackets.inc({ direction: 'dropped' })
    return connection
  }
}
