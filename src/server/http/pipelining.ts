import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Requests of a connection without a reply, from which on nothing more is read from it. */
const MAX_OPEN = 16

/**
 * Reads no further from a connection whose requests wait for their replies: otherwise thousands of pipelined requests are parsed in one
 * turn of the event loop.
 */
export function limitPipelining(server: Server): void {
  const open = new WeakMap<Socket, number>()
  server.on('request', ({ socket }, response) => {
    const count = (open.get(socket) ?? 0) + 1
    open.set(socket, count)
    if (count === MAX_OPEN) socket.pause()
    response.once('close', () => {
      const left = (open.get(socket) ?? 1) - 1
      open.set(socket, left)
      if (left === MAX_OPEN - 1) socket.resume()
    })
  })
}
