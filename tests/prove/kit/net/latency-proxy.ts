import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface LatencyProxy {
  port: number
  close(): void
}

/** Proxies a local port with a delay of `ms` in each direction, as a database on another machine. */
export async function startLatencyProxy(target: number, ms: number): Promise<LatencyProxy> {
  const open = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1')
    for (const socket of [near, far]) {
      socket.setNoDelay(true)
      open.add(socket.once('close', () => open.delete(socket)).on('error', () => undefined))
    }
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', (chunk: Buffer) => setTimeout(() => void to.write(chunk), ms))
      from.on('close', () => setTimeout(() => to.destroy(), ms))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}
