import type { Server } from 'node:http'
import { createHolders } from '../live/allowance.ts'

/** Of all connections one address holds no more than its share, however slowly it speaks on them: what is more is closed without a word. */
export function limitPerAddress(server: Server, most: number): void {
  const holders = createHolders(most)
  server.on('connection', (socket) => {
    const release = holders.take(socket.remoteAddress ?? '')
    if (release) socket.on('close', release)
    else socket.destroy()
  })
}
