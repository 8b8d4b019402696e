import type { Server } from 'node:http'
import { createConcurrencyLimit } from '../../live/rateLimits.ts'
import type { TrustProxy } from './trustedProxies.ts'

/** Limits the concurrent connections of one remote address, except those of trusted proxies. Connections over the limit are closed without a reply. */
export function limitPerAddress(server: Server, max: number, trust?: TrustProxy): void {
  const limit = createConcurrencyLimit(max)
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? ''
    if (trust?.(address, 0)) return
    const release = limit.acquire(address)
    if (release) socket.on('close', release)
    else socket.destroy()
  })
}
