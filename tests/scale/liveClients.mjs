// Connections to live servers in a separate process. Speaks WebSocket itself, so that a message costs this process
// little: it only counts.
// Standard input: lines {"open": total per server}, {"close": remaining per server}, {"count": true}. Each is answered with one line.
import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'

const { ports, symbols } = JSON.parse(process.argv[2] ?? '{}')
const MASK = Buffer.alloc(4)
const OPENED_AT_ONCE = 50
const MIN_TICK = 20

let messages = 0
let bytes = 0
let failures = 0
let addresses = 0
const sockets = new Map(ports.map((port) => [port, []]))

/** A masked text frame of at most 65 535 bytes. */
function frame(text) {
  const payload = Buffer.from(text)
  const head =
    payload.length < 126 ? [0x81, 0x80 | payload.length] : [0x81, 0xfe, payload.length >> 8, payload.length & 255]
  return Buffer.concat([Buffer.from(head), MASK, payload])
}
const CONNECT = frame('40')
const PONG = frame('3')
const SUBSCRIBE = frame(`420${JSON.stringify(['subscribe', { symbols }])}`)

/** Resolves with the acknowledgement of the subscription. */
function open(port) {
  addresses += 1
  const address = `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    socket.setNoDelay(true)
    sockets.get(port).push(socket)
    socket.write(
      `GET /live/?EIO=4&transport=websocket HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
        `X-Forwarded-For: ${address}\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\nSec-WebSocket-Version: 13\r\n\r\n`,
    )
    let rest = Buffer.alloc(0)
    let upgraded = false
    socket.on('error', () => undefined)
    socket.on('close', () => {
      if (!socket.expected) failures += 1
      reject(new Error('A connection was closed'))
    })
    socket.on('data', (chunk) => {
      rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
      if (!upgraded) {
        const end = rest.indexOf('\r\n\r\n')
        if (end < 0) return
        if (!rest.subarray(0, 12).toString('latin1').endsWith('101')) return socket.destroy()
        upgraded = true
        rest = rest.subarray(end + 4)
      }
      let at = 0
      while (rest.length - at >= 2) {
        let length = rest[at + 1] & 127
        let head = 2
        if (length === 126) {
          if (rest.length - at < 4) break
          length = rest.readUInt16BE(at + 2)
          head = 4
        } else if (length === 127) {
          if (rest.length - at < 10) break
          length = Number(rest.readBigUInt64BE(at + 2))
          head = 10
        }
        if (rest.length - at < head + length) break
        const start = at + head
        // A tick; the other messages control the connection.
        if (length > MIN_TICK && rest.toString('latin1', start, start + 8) === '42["tick') {
          messages += 1
          bytes += head + length
        } else if (rest[start] === 0x30) socket.write(CONNECT)
        else if (rest[start] === 0x32) socket.write(PONG)
        else if (rest.toString('latin1', start, start + 3) === '40{') socket.write(SUBSCRIBE)
        else if (rest.toString('latin1', start, start + 3) === '430') resolve()
        at = start + length
      }
      rest = rest.subarray(at)
    })
  })
}

async function openUpTo(total) {
  for (const [port, list] of sockets)
    while (list.length < total)
      await Promise.all(Array.from({ length: Math.min(OPENED_AT_ONCE, total - list.length) }, () => open(port)))
}

function closeDownTo(total) {
  for (const list of sockets.values())
    for (const socket of list.splice(total)) {
      socket.expected = true
      socket.destroy()
    }
}

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line)
  if (request.open !== undefined) await openUpTo(request.open)
  if (request.close !== undefined) closeDownTo(request.close)
  console.log(JSON.stringify({ messages, bytes, failures, atMs: performance.now() }))
}
process.exit(0)
