import type { Socket } from 'node:net'
import type { CallFailure } from '../../../src/engine/language/result.ts'
import type { Random } from './random.ts'

type ReplyKind = 'ok' | CallFailure['kind']

/** One kind of server reply, and the only allowed results of the call. */
export interface OddReply {
  name: string
  may: readonly ReplyKind[]
  send(socket: Socket, random: Random): void
}

const good = {
  type: 'ok',
  code: 'done',
  message: 'Done',
  params: {},
  data: { id: '7', rows: [{ amount: '1.50', note: null }], next: null },
}

function head(status: string, headers: Record<string, string | number>): string {
  return `HTTP/1.1 ${status}\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`
}

function completeReply(
  status: string,
  body: string | Buffer,
  type = 'application/json',
  more: Record<string, string> = {},
): (socket: Socket) => void {
  const bytes = Buffer.from(body)
  return (socket) => {
    socket.write(head(status, { 'content-type': type, 'content-length': bytes.length, connection: 'close', ...more }))
    socket.end(bytes)
  }
}

function junk(random: Random, depth = 0): unknown {
  const leaf = [null, true, false, 0, -1, 1e308, '', 'x', '999', 'ok', '1.5', '__proto__', ' ', '😀', [], {}]
  if (depth > 3 || random() < 0.4) return random.pick(leaf)
  const size = random.int(4)
  if (random() < 0.5) return Array.from({ length: size }, () => junk(random, depth + 1))
  return Object.fromEntries(
    Array.from({ length: size }, (_, i) => [
      random.pick(['type', 'code', 'message', 'params', 'data', 'id', 'rows', `k${i}`]),
      junk(random, depth + 1),
    ]),
  )
}

function nested(random: Random): string {
  const depth = 1_000 + random.int(100_000)
  return random() < 0.5
    ? '['.repeat(depth) + ']'.repeat(depth)
    : `{"type":"ok","data":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}`
}

const any: readonly ReplyKind[] = ['ok', 'refused', 'session', 'status', 'network', 'timeout', 'invalid']
const broken: readonly ReplyKind[] = ['network', 'timeout', 'invalid']

export const ODD_REPLIES: readonly OddReply[] = [
  { name: 'good', may: ['ok'], send: completeReply('200 OK', JSON.stringify(good)) },
  {
    name: 'good in small pieces',
    may: ['ok'],
    send: (socket) => pieces(socket, JSON.stringify({ ...good, message: 'Fertig – 完了' })),
  },
  {
    name: 'refused',
    may: ['refused'],
    send: completeReply(
      '200 OK',
      JSON.stringify({
        type: 'error',
        code: 'minimumDeposit',
        message: 'At least 10',
        params: { amount: '10', deep: { a: [1] } },
      }),
    ),
  },
  {
    name: 'refused with junk in it',
    may: ['refused'],
    send: (socket, random) =>
      completeReply(
        '200 OK',
        JSON.stringify({
          type: 'error',
          code: junk(random, 4),
          message: junk(random),
          params: junk(random),
          data: junk(random),
        }).replace('"code":"1"', '"code":"2"'),
      )(socket),
  },
  {
    name: 'session over',
    may: ['session'],
    send: completeReply('200 OK', JSON.stringify({ type: '999', code: 'sessionExpired', message: '' })),
  },
  { name: 'session over as a number', may: ['session'], send: completeReply('200 OK', '{"type":999}') },
  {
    name: 'data of the wrong type',
    may: ['invalid', 'ok'],
    send: (socket, random) => completeReply('200 OK', JSON.stringify({ ...good, data: junk(random) }))(socket),
  },
  {
    name: 'one field of the wrong type',
    may: ['invalid'],
    send: (socket, random) =>
      completeReply(
        '200 OK',
        JSON.stringify({
          ...good,
          data: { ...good.data, [random.pick(['id', 'rows'])]: random.pick([null, 1, {}, true]) },
        }),
      )(socket),
  },
  {
    name: 'junk',
    may: any,
    send: (socket, random) =>
      completeReply(random.pick(['200 OK', '201 Created', '299 Odd']), JSON.stringify(junk(random)))(socket),
  },
  {
    name: 'truncated JSON',
    may: ['invalid'],
    send: (socket, random) =>
      completeReply('200 OK', JSON.stringify(good).slice(0, random.int(JSON.stringify(good).length - 1)))(socket),
  },
  {
    name: 'HTML',
    may: ['invalid'],
    send: completeReply('200 OK', '<!doctype html><title>Welcome</title>', 'text/html'),
  },
  {
    name: 'bytes',
    may: ['invalid'],
    send: (socket, random) =>
      completeReply(
        '200 OK',
        Buffer.from(Array.from({ length: 1 + random.int(200) }, () => 128 + random.int(128))),
      )(socket),
  },
  { name: 'empty', may: ['invalid'], send: completeReply('200 OK', '') },
  { name: '204', may: ['invalid'], send: (socket) => socket.end(head('204 No Content', { connection: 'close' })) },
  { name: '404', may: ['status'], send: completeReply('404 Not Found', JSON.stringify(good)) },
  {
    name: '4xx',
    may: ['status'],
    send: (socket, random) =>
      completeReply(`${random.pick([400, 401, 403, 405, 409, 413, 422, 429])} No`, JSON.stringify(good))(socket),
  },
  {
    name: '5xx',
    may: ['status'],
    send: (socket, random) =>
      completeReply(`${random.pick([500, 501, 502, 503, 504, 599])} Ouch`, '<h1>Bad gateway</h1>', 'text/html')(socket),
  },
  {
    name: '304',
    may: ['status', 'network'],
    send: (socket) => socket.end(head('304 Not Modified', { connection: 'close' })),
  },
  {
    name: 'redirect',
    may: ['network'],
    send: (socket, random) =>
      completeReply(`${random.pick([301, 302, 303, 307, 308])} Gone`, '', 'text/plain', {
        location: random.pick(['/api/x', 'http://127.0.0.1:1/', 'https://evil.invalid/', '//evil.invalid']),
      })(socket),
  },
  { name: 'huge', may: ['invalid'], send: (socket) => huge(socket) },
  {
    name: 'deeply nested',
    may: ['invalid'],
    send: (socket, random) => completeReply('200 OK', nested(random))(socket),
  },
  {
    name: 'prototype keys',
    may: ['invalid', 'refused'],
    send: (socket, random) =>
      completeReply(
        '200 OK',
        random.pick([
          '{"type":"ok","data":{"__proto__":{"id":"1"}}}',
          '{"type":"no","code":"__proto__","params":{"__proto__":{"x":1},"constructor":1}}',
        ]),
      )(socket),
  },
  {
    name: 'numbers beyond reach',
    may: ['invalid'],
    send: completeReply('200 OK', '{"type":"ok","code":"done","data":{"id":1e400,"rows":[],"next":1e999}}'),
  },
  { name: 'hang', may: ['timeout'], send: () => undefined },
  {
    name: 'hang in the headers',
    may: ['timeout'],
    send: (socket) => void socket.write('HTTP/1.1 200 OK\r\ncontent-ty'),
  },
  {
    name: 'hang in the body',
    may: ['timeout'],
    send: (socket) => void socket.write(`${head('200 OK', { 'content-length': 500 })}{"type":"ok"`),
  },
  {
    name: 'late',
    may: ['timeout', 'ok'],
    send: (socket, random) =>
      void setTimeout(() => completeReply('200 OK', JSON.stringify(good))(socket), 200 + random.int(400)),
  },
  { name: 'closed before an answer', may: ['network'], send: (socket) => socket.end() },
  { name: 'reset before an answer', may: ['network'], send: (socket) => void socket.resetAndDestroy() },
  {
    name: 'reset in the body',
    may: broken,
    send: (socket) =>
      void socket.write(`${head('200 OK', { 'content-length': 500 })}{"type":"ok"`, () => socket.resetAndDestroy()),
  },
  {
    name: 'content-length too large',
    may: broken,
    send: (socket) => socket.end(`${head('200 OK', { 'content-length': 9999 })}${JSON.stringify(good)}`),
  },
  {
    name: 'content-length too small',
    may: broken,
    send: (socket) =>
      socket.end(`${head('200 OK', { 'content-length': 20, connection: 'close' })}${JSON.stringify(good)}`),
  },
  {
    name: 'content-length of nonsense',
    may: broken,
    send: (socket) => socket.end(`HTTP/1.1 200 OK\r\ncontent-length: many\r\n\r\n${JSON.stringify(good)}`),
  },
  {
    name: 'gzip that is none',
    may: broken,
    send: completeReply('200 OK', JSON.stringify(good), 'application/json', { 'content-encoding': 'gzip' }),
  },
  {
    name: 'chunks that are none',
    may: broken,
    send: (socket) => socket.end(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n${JSON.stringify(good)}`),
  },
  { name: 'not HTTP', may: ['network', 'timeout'], send: (socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n') },
]

function pieces(socket: Socket, body: string): void {
  const bytes = Buffer.from(body)
  socket.setNoDelay(true)
  socket.write(head('200 OK', { 'content-length': bytes.length, connection: 'close' }))
  for (let at = 0; at < bytes.length; at += 7) socket.write(bytes.subarray(at, at + 7))
  socket.end()
}

function huge(socket: Socket): void {
  socket.write(head('200 OK', { connection: 'close' }))
  const chunk = Buffer.alloc(256 * 1024, ' ')
  const more = () => {
    while (!socket.destroyed && socket.write(chunk));
  }
  socket.on('drain', more)
  more()
}
