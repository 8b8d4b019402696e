import { createServer } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { once } from 'node:events'
import { expect, it, onTestFinished } from 'vitest'
import { limitPerAddress } from './perAddress.ts'

it('closes connections of one address over the limit, and admits one when another closes', async () => {
  const server = createServer((_, response) => response.end('here'))
  limitPerAddress(server, 2)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const open: Socket[] = []
  onTestFinished(() => {
    for (const socket of open) socket.destroy()
    server.close()
  })

  /** An incomplete request: open until the rest arrives. */
  const begin = async () => {
    const socket = connect(port, '127.0.0.1')
    open.push(socket)
    let observed = ''
    socket.on('data', (bytes) => (observed += String(bytes)))
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n')
    return { socket, end: () => socket.write('Connection: close\r\n\r\n'), observed: () => observed }
  }
  const answered = async (awaited: Awaited<ReturnType<typeof begin>>) => {
    awaited.end()
    await once(awaited.socket, 'close')
    return awaited.observed()
  }
  const [first, second] = [await begin(), await begin()]
  const third = await begin()
  await once(third.socket, 'close')
  expect(third.observed()).toBe('')
  expect(await answered(first)).toContain('here')
  const again = await begin()
  expect(await answered(second)).toContain('here')
  expect(await answered(again)).toContain('here')
})
