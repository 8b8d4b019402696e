import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

export const STEP_SECONDS = 30
const DIGITS = 6
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** 160 bits, as RFC 4226 recommends, in base32. */
export const newSecret = (): string => toBase32(randomBytes(20))

export function toBase32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

export function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)))
}

/** The code of one time step (RFC 6238 with HMAC-SHA-1, which is HOTP of RFC 4226). */
export function codeAt(secret: string, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const word = mac.readUInt32BE((mac.at(-1) ?? 0) & 0x0f) & 0x7fffffff
  return String(word % 10 ** digits).padStart(digits, '0')
}

/** The time step of a code: the current one or a neighbour, since clocks differ; null for a wrong code. */
export function stepOf(secret: string, code: string, now: number): number | null {
  const current = Math.floor(now / STEP_SECONDS)
  const typed = Buffer.from(code)
  const matches = [current, current - 1, current + 1].filter((step) => {
    const expected = Buffer.from(codeAt(secret, step))
    return expected.length === typed.length && timingSafeEqual(expected, typed)
  })
  return matches[0] ?? null
}

/** The URI an authenticator app reads from a QR code. */
export function keyUri(issuer: string, account: string, secret: string): string {
  const query = `secret=${secret}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${DIGITS}&period=${STEP_SECONDS}`
  return `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(account)}?${query}`
}
