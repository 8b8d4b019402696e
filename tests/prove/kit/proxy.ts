import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface Proxy {
  port: number
  /** Lets everything through again. */
  up(): void
  /** Cuts what is open and refuses what comes: a server that is gone. */
  cut(): void
  /** Resets what is open, in the middle of whatever it says. */
  reset(): void
  /** Keeps everything open and passes nothing on: a phone in a tunnel. */
  freeze(): void
  /** What is open stays open and is dead; what comes goes through: a phone that changed its network. */
  strand(): void
  /** Asked for each piece of an answer: true loses it, and resets its connection. What was asked has arrived by then. */
  lose(piece: () => boolean): void
  close(): Promise<void>
}

/** A TCP proxy whose line can be made bad. */
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
