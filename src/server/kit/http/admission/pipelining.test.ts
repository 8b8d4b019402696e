import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { limitPipelining } from './pipelining.ts'

let server: Server | undefined
afterEach(() => server?.close())

/** Requests per turn of the event loop, and the replies in their order, of `count` requests in one write. */
async function pipelined(
  count: number,
  reply: (end: () => void) => void,
): Promise<{ turns: number[]; replies: string[] }> {
  const turns: number[] = []
  let current = 0
  const endOfTurn = () => {
    turns.push(current)
    current = 0
  }
  server = createServer((request, response) => {
    if (current === 0) setImmediate(endOfTurn)
    current += 1
    reply(() => response.end(`<${request.url}>`))
  })
  limitPipelining(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const requests = Array.from({ length: count }, (_, index) => {
    const close = index === count - 1 ? 'Connection: close\r\n' : ''
    return `GET /${index} HTTP/1.1\r\nHost: a\r\n${close}\r\n`
  })
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1', () => socket.write(requests.join('')))
  let text = ''
  socket.on('data', (chunk) => (text += String(chunk)))
  await once(socket, 'end')
  return { turns, replies: [...text.matchAll(/<\/(\d+)>/g)].map(([, index]) => index ?? '') }
}

it.each([
  ['at once', (end: () => void) => end()],
  ['in a later turn', (end: () => void) => setImmediate(end)],
  ['in any order', (end: () => void) => setTimeout(end, Math.random() * 5)],
])('hands a few pipelined requests over in a turn, and each in the end, if replies are sent %s', async (_, reply) => {
  const { turns, replies } = await pipelined(700, reply)
  expect(replies).toEqual(Array.from({ length: 700 }, (__, index) => String(index)))
  expect(Math.max(...turns)).toBeLessThanOrEqual(16)
  expect(turns.reduce((sum, turn) => sum + turn)).toBe(700)
})
