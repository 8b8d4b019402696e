import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Requests of a connection that are handled at once. */
const MAX_OPEN = 16

interface Connection {
  /** Requests handed over whose replies are not sent. */
  open: number
  /** Requests that were parsed beyond the limit, in their order. */
  waiting: { request: IncomingMessage; response: ServerResponse }[]
}

/**
 * Hands at most `MAX_OPEN` requests of one connection to the handlers, and reads no further from it while others wait: a single read of
 * the socket can hold hundreds of pipelined requests, which one turn of the event loop would otherwise handle. Call it before other
 * listeners of requests are added.
 */
export function limitPipelining(server: Server): void {
  const handlers = server.listeners('request') as RequestListener[]
  server.removeAllListeners('request')
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    for (const handler of handlers) handler.call(server, request, response)
  }
  const connections = new WeakMap<Socket, Connection>()

  server.on('request', (request, response) => {
    const { socket } = request
    const connection = connections.get(socket) ?? { open: 0, waiting: [] }
    connections.set(socket, connection)
    if (connection.open + connection.waiting.length + 1 === MAX_OPEN) socket.pause()
    if (connection.open === MAX_OPEN) connection.waiting.push({ request, response })
    else start(connection, request, response)
  })

  function start(connection: Connection, request: IncomingMessage, response: ServerResponse): void {
    connection.open += 1
    response.once('close', () => {
      connection.open -= 1
      if (connection.open + connection.waiting.length === MAX_OPEN - 1) request.socket.resume()
      // In a separate turn of the event loop: other connections are served in between.
      if (connection.waiting.length > 0) setImmediate(startNext, connection)
    })
    handle(request, response)
  }

  function startNext(connection: Connection): void {
    if (connection.open === MAX_OPEN) return
    const next = connection.waiting.shift()
    if (next && !next.request.socket.destroyed) start(connection, next.request, next.response)
  }
}
