import { once } from 'node:events'
import { createServer, request as ask, type IncomingMessage } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** An HTTP proxy that alters responses. Unlike request interception it leaves the browser's caches on. */
export interface Proxy {
  origin: string
  /** Requested paths, in order. */
  asked: string[]
  /** Alters the responses of these paths from now on; null: none. */
  alter(change: { path: RegExp; bytes: (text: string) => string } | null): void
  stop(): Promise<void>
}

/** Starts a proxy of an origin on a free port, live connection included. The caller stops it. */
export async function proxy(origin: string): Promise<Proxy> {
  const { hostname, port } = new URL(origin)
  const asked: string[] = []
  const sockets = new Set<Socket>()
  let altered: Parameters<Proxy['alter']>[0] = null
  const forward = ({ url, method, headers }: IncomingMessage, change: boolean) =>
    ask({
      hostname,
      port,
      path: url,
      method,
      headers: change ? { ...headers, 'accept-encoding': 'identity' } : headers,
    })

  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    asked.push(path)
    const change = altered?.path.test(path) === true ? altered.bytes : null
    const upstream = forward(request, change !== null)
    request.pipe(upstream)
    upstream.on('error', () => response.destroy())
    upstream.on('response', (answer) => {
      if (!change) return void answer.pipe(response.writeHead(answer.statusCode ?? 502, answer.headers))
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => void parts.push(part))
      answer.on('end', () => {
        const body = Buffer.from(change(Buffer.concat(parts).toString()))
        response.writeHead(answer.statusCode ?? 502, { ...answer.headers, 'content-length': body.length }).end(body)
      })
    })
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  // The live connection: from the first answer on, both sides are joined.
  server.on('upgrade', (request, socket, head) => {
    const upstream = forward(request, false)
    upstream.on('error', () => socket.destroy())
    upstream.on('upgrade', (answer, other, first) => {
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\n${Object.entries(answer.headers)
          .map(([name, value]) => `${name}: ${String(value)}`)
          .join('\r\n')}\r\n\r\n`,
      )
      socket.write(first)
      other.write(head)
      other.pipe(socket).pipe(other)
      for (const [item, two] of [
        [socket, other],
        [other, socket],
      ] as const)
        item.on('error', () => two.destroy())
    })
    upstream.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    alter(change) {
      altered = change
    },
    async stop() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}
