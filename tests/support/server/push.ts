import { createDecipheriv, createECDH, createHmac, randomBytes } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The keys of a browser that has subscribed (RFC 8291). */
export interface Subscriber {
  keys: { p256dh: string; auth: string }
  /** Decrypts a body with the content encoding aes128gcm. */
  decrypt(body: Buffer): string
}

const hkdf = (salt: Buffer, key: Buffer, info: Buffer, length: number): Buffer => {
  const extracted = createHmac('sha256', salt).update(key).digest()
  const block = Buffer.concat([info, Buffer.from([1])])
  return createHmac('sha256', extracted).update(block).digest().subarray(0, length)
}
const label = (text: string): Buffer => Buffer.from(`${text}\0`)

/** A browser with new keys, which decrypts as RFC 8188 and RFC 8291 describe it. */
export function subscriber(): Subscriber {
  const own = createECDH('prime256v1')
  own.generateKeys()
  const auth = randomBytes(16)
  return {
    keys: { p256dh: own.getPublicKey('base64url'), auth: auth.toString('base64url') },
    decrypt(body) {
      const salt = body.subarray(0, 16)
      const length = body.readUInt8(20)
      const sender = body.subarray(21, 21 + length)
      const info = Buffer.concat([label('WebPush: info'), own.getPublicKey(), sender])
      const secret = hkdf(auth, own.computeSecret(sender), info, 32)
      const key = hkdf(salt, secret, label('Content-Encoding: aes128gcm'), 16)
      const nonce = hkdf(salt, secret, label('Content-Encoding: nonce'), 12)
      const record = body.subarray(21 + length)
      const decipher = createDecipheriv('aes-128-gcm', key, nonce)
      decipher.setAuthTag(record.subarray(-16))
      const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
      // The last record ends with 2 and zeros.
      return plain.subarray(0, plain.lastIndexOf(2)).toString('utf8')
    },
  }
}

export interface ReceivedPush {
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
}

/** A push service on this machine; it answers each push with the status of its path, by default 201. */
export interface LocalPushService {
  origin: string
  received: ReceivedPush[]
  statuses: Map<string, number>
  close(): Promise<void>
}

export async function startPushService(): Promise<LocalPushService> {
  const received: ReceivedPush[] = []
  const statuses = new Map<string, number>()
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const path = request.url ?? ''
      received.push({ path, headers: request.headers, body: Buffer.concat(chunks) })
      const status = statuses.get(path) ?? 201
      response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end()
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    statuses,
    close: () => new Promise((done) => server.close(() => done())),
  }
}
