import type { Server } from 'node:http'
import { createConcurrencyLimit } from '../live/rateLimits.ts'

/** Of all connections one address holds no more than its share, however slowly it speaks on them: what is more is closed without a word. */
export function limitPerAddress(server: Server, max: number): void {
  const limit = createConcurrencyLimit(max)
  server.on('connection', (socket) => {
    const release = limit.acquire(socket.remoteAddress ?? '')
    if (release) socket.on('close', release)
    else socket.destroy()
  })
}
