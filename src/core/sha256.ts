export { canonicalJson } from './canonicalJson.ts'

const K = new Uint32Array(64)
const START = new Uint32Array(8)
const fraction = (x: number): number => ((x - Math.floor(x)) * 0x1_0000_0000) >>> 0
{
  // The constants are the first 32 bits of the fractional parts of cube and square roots of the first primes (FIPS 180-4).
  let count = 0
  for (let candidate = 2; count < 64; candidate++) {
    let prime = true
    for (let divisor = 2; divisor * divisor <= candidate && prime; divisor++) prime = candidate % divisor !== 0
    if (!prime) continue
    if (count < 8) START[count] = fraction(Math.sqrt(candidate))
    K[count++] = fraction(Math.cbrt(candidate))
  }
}

const rotate = (x: number, by: number): number => (x >>> by) | (x << (32 - by))

/** SHA-256 of a text's UTF-8 bytes, in hexadecimal. Synchronous, and the same in Node and browsers. */
export function sha256(text: string): string {
  return [...digest(new TextEncoder().encode(text))].map((word) => word.toString(16).padStart(8, '0')).join('')
}

/** SHA-256 of bytes. */
export function sha256Bytes(bytes: Uint8Array): Uint8Array {
  const words = digest(bytes)
  return Uint8Array.from({ length: 32 }, (_, index) => (words[index >> 2] ?? 0) >>> (24 - (index & 3) * 8))
}

function digest(bytes: Uint8Array): Uint32Array {
  const padded = new Uint8Array(((bytes.length + 8) >> 6) * 64 + 64)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 0x2000_0000))
  view.setUint32(padded.length - 4, (bytes.length << 3) >>> 0)
  const state = Uint32Array.from(START)
  const w = new Uint32Array(64)
  for (let block = 0; block < padded.length; block += 64) {
    for (let i = 0; i < 16; i++) w[i] = view.getUint32(block + i * 4)
    for (let i = 16; i < 64; i++) {
      const a = w[i - 15] ?? 0
      const b = w[i - 2] ?? 0
      w[i] =
        (w[i - 16] ?? 0) +
        (rotate(a, 7) ^ rotate(a, 18) ^ (a >>> 3)) +
        (w[i - 7] ?? 0) +
        (rotate(b, 17) ^ rotate(b, 19) ^ (b >>> 10))
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
    for (let i = 0; i < 64; i++) {
      const one =
        (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) + (K[i] ?? 0) + (w[i] ?? 0)) >>> 0
      const two = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) >>> 0
      h = g
      g = f
      f = e
      e = (d + one) >>> 0
      d = c
      c = b
      b = a
      a = (one + two) >>> 0
    }
    ;[a, b, c, d, e, f, g, h].forEach((value, index) => {
      state[index] = (state[index] ?? 0) + value
    })
  }
  return state
}
