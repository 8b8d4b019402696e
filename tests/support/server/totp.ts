import { createHmac } from 'node:crypto'
import { base32 } from '@scure/base'

/** The code that an authenticator app shows in a time step: RFC 4226 with HMAC-SHA-1. The secret is in base32. */
export function codeAt(secret: string, step: number, digits = 6): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', base32.decode(secret)).update(counter).digest()
  const truncated = hash.readUInt32BE((hash.at(-1) ?? 0) & 15) & 0x7fffffff
  return String(truncated % 10 ** digits).padStart(digits, '0')
}
