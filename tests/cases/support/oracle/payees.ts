import { createHash } from 'node:crypto'

const DOUBLED = [0, 2, 4, 6, 8, 1, 3, 5, 7, 9]
const LETTERS = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Luhn's sum by its table, from the left. */
export function card(text: string): boolean {
  const digits = Array.from(text.split(' ').join(''), Number)
  if (digits.length < 12 || digits.length > 19 || digits.some(Number.isNaN) || digits.every((digit) => digit === 0))
    return false
  let sum = 0
  digits.forEach((digit, at) => {
    sum += (digits.length - at) % 2 === 0 ? (DOUBLED[digit] ?? 0) : digit
  })
  return sum % 10 === 0
}

/** Base58Check digit by digit, with Node's hash. Bech32 addresses are tested beside their parser, by the examples of their standard. */
export function network(text: string): string {
  if (text.length === 42 && text.startsWith('0x') && Number.isFinite(Number(text))) return 'ERC20'
  const bytes = Array<number>(25).fill(0)
  for (const letter of text) {
    let carry = LETTERS.indexOf(letter)
    if (carry < 0) return ''
    for (let at = 24; at >= 0; at--) {
      carry += (bytes[at] ?? 0) * 58
      bytes[at] = carry % 256
      carry = Math.floor(carry / 256)
    }
    if (carry > 0) return ''
  }
  const hash = (data: Uint8Array) => createHash('sha256').update(data).digest()
  const sum = hash(hash(Uint8Array.from(bytes.slice(0, 21))))
  if (text.length < 26 || !bytes.slice(21).every((byte, at) => byte === sum[at])) return ''
  return bytes[0] === 0x41 ? 'TRC20' : bytes[0] === 0 || bytes[0] === 5 ? 'BTC' : ''
}
