import type { Server } from 'node:http'
import { createConcurrencyLimit } from '../live/rateLimits.ts'

/** Limits the concurrent connections of one remote address. Connections over the limit are closed without a reply. */
export function limitPerAddress(server: Server, max: number): void {
  const limit = createConcurrencyLimit(max)
  server.on('connection', (socket) => {
    const release = limit.acquire(socket.remoteAddress ?? '')
    if (release) socket.on('close', release)
    else socket.destroy()
  })
}
