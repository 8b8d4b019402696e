import { connect, type AddressInfo } from 'node:net'
import type { Target } from './target.ts'

const LINES = 'Host: localhost\r\nContent-Type: application/json\r\n'
const post = (headers: string, body = ''): string =>
  `POST /api/wallet/transfer HTTP/1.1\r\n${LINES}${headers}\r\n${body}`

/** Requests that no HTTP client sends. */
const REQUESTS: Readonly<Record<string, string>> = {
  'no HTTP at all': 'hello\r\n\r\n',
  'the beginning of TLS': '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n',
  'an unknown method': 'STEAL /api/status HTTP/1.1\r\nHost: localhost\r\n\r\n',
  'an unknown version': 'GET /api/status HTTP/9.9\r\nHost: localhost\r\n\r\n',
  'two hosts': 'GET /api/status HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n',
  'no host': 'GET /api/status HTTP/1.1\r\n\r\n',
  'a blank in a header’s name': 'GET /api/status HTTP/1.1\r\nHost : localhost\r\n\r\n',
  'NUL in a header': 'GET /api/status HTTP/1.1\r\nHost: local\0host\r\n\r\n',
  'a header of 100 KB': `GET /api/status HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`,
  'an address of 100 KB': `GET /api/status?${'x'.repeat(100_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
  'two lengths': post('Content-Length: 2\r\nContent-Length: 20\r\n', '{}'),
  'a length and chunks': post(
    'Content-Length: 2\r\nTransfer-Encoding: chunked\r\n',
    '0\r\n\r\nGET /smuggled HTTP/1.1\r\n\r\n',
  ),
  'a negative length': post('Content-Length: -1\r\n', '{}'),
  'a length in words': post('Content-Length: ten\r\n', '{}'),
  'a chunk of no size': post('Transfer-Encoding: chunked\r\n', 'zz\r\n{}\r\n0\r\n\r\n'),
  'an unknown encoding': post('Transfer-Encoding: gzip, x\r\n', '{}'),
}

/** Sends them over the raw socket; each is refused, and none blocks the next request. */
export async function attackWire(target: Target): Promise<void> {
  const { app } = target.server
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  for (const [about, text] of Object.entries(REQUESTS)) {
    const received = await send(port, text)
    target.shots += 1
    const statuses = [...received.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status))
    if (statuses.some((status) => status < 400 || status >= 500))
      target.fault(`over the wire: ${about}`, `is answered with ${statuses.join(' and ')}`)
    if (statuses.length > 1) target.fault(`over the wire: ${about}`, 'is taken for two requests')
  }
  const { status } = await fetch(`http://127.0.0.1:${port}/api/status`)
  if (status !== 200) target.fault('over the wire', `the server answers ${status} afterwards`)
}

/** The server's output until it closes the connection or pauses. */
function send(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    let received = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(Buffer.from(text, 'latin1')))
    const end = () => {
      socket.destroy()
      resolve(received)
    }
    socket.setTimeout(300, end)
    socket.on('data', (bytes) => (received += bytes.toString('latin1')))
    socket.on('error', end)
    socket.on('close', end)
  })
}
