import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface Proxy {
  port: number
  /** Restores the connection. */
  up(): void
  /** Closes open connections and refuses others, as a stopped server. */
  cut(): void
  /** Resets open connections in the middle of their data. */
  reset(): void
  /** Keeps connections open without passing data, as a phone in a tunnel. */
  freeze(): void
  /** Blocks the open connections only, as a phone that changed its network. */
  strand(): void
  /** Called for each chunk of a reply: true drops it and resets its connection. The request has arrived by then. */
  lose(piece: () => boolean): void
  close(): Promise<void>
}

/** A TCP proxy with simulated network faults. */
export async function proxy(target: number): Promise<Proxy> {
  const pairs = new Set<[Socket, Socket]>()
  const all = new Set<Socket>()
  let open = true
  let flowing = true
  let loses = () => false

  const server = createServer((near) => {
    if (!open) {
      near.destroy()
      return
    }
    const far = connect(target, '127.0.0.1')
    const pair: [Socket, Socket] = [near, far]
    for (const socket of pair) all.add(socket.once('close', () => all.delete(socket)))
    pairs.add(pair)
    const end = () => {
      near.destroy()
      far.destroy()
      pairs.delete(pair)
    }
    for (const [from, to] of [pair, [far, near] as const]) {
      from.on('data', (chunk: Buffer) => {
        if (from === far && loses()) near.resetAndDestroy()
        else to.write(chunk)
      })
      from.on('error', end)
      from.on('close', end)
      if (!flowing) from.pause()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const each = (act: (socket: Socket) => void) => {
    for (const pair of pairs) for (const socket of pair) act(socket)
  }

  return {
    port: (server.address() as AddressInfo).port,
    up() {
      open = true
      flowing = true
      each((socket) => socket.resume())
    },
    cut() {
      open = false
      each((socket) => socket.destroy())
    },
    reset() {
      each((socket) => void socket.resetAndDestroy())
    },
    freeze() {
      flowing = false
      each((socket) => socket.pause())
    },
    strand() {
      each((socket) => socket.pause())
      pairs.clear()
    },
    lose(piece) {
      loses = piece
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of all) socket.destroy()
        server.close(() => resolve())
      }),
  }
}
