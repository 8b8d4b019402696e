import type { PayeeFunction, Run } from './functions.ts'
import { sha256Bytes } from './sha256.ts'

/** The networks of wallet addresses. */
export type Network = 'TRC20' | 'ERC20' | 'BTC'

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const BECH32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'

/** The network of an address's format, its checksum included; empty for none. The server checks the checksum in the capitals of an ERC20 address. */
export function networkOfAddress(address: string): Network | '' {
  if (/^0x[0-9a-fA-F]{40}$/.test(address)) return 'ERC20'
  if (/^(bc1|BC1)[0-9A-Za-z]{11,59}$/.test(address)) return isSegwit(address, 'bc') ? 'BTC' : ''
  if (!/^[1-9A-HJ-NP-Za-km-z]{26,35}$/.test(address)) return ''
  const version = base58Version(address)
  if (version === 0x41) return 'TRC20'
  return version === 0x00 || version === 0x05 ? 'BTC' : ''
}

const doubled = (bytes: Uint8Array): Uint8Array => sha256Bytes(sha256Bytes(bytes))

/** First byte of a Base58Check text of 20 bytes; null when its checksum is wrong. */
function base58Version(text: string): number | null {
  let number = 0n
  for (const letter of text) number = number * 58n + BigInt(BASE58.indexOf(letter))
  const zeros = /^1*/.exec(text)?.[0].length ?? 0
  const hex = number === 0n ? '' : number.toString(16)
  const digits = hex.length % 2 === 0 ? hex : `0${hex}`
  const bytes = new Uint8Array([...Array<number>(zeros).fill(0), ...(digits.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))])
  if (bytes.length !== 25) return null
  const sum = doubled(bytes.slice(0, 21))
  return [0, 1, 2, 3].every((at) => sum[at] === bytes[21 + at]) ? (bytes[0] ?? null) : null
}

/** Base58Check of a version byte and its payload. */
export function base58Check(payload: Uint8Array): string {
  const bytes = [...payload, ...doubled(payload).slice(0, 4)]
  let number = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)
  let text = ''
  for (; number > 0n; number /= 58n) text = (BASE58[Number(number % 58n)] ?? '') + text
  const zeros = bytes.findIndex((byte) => byte !== 0)
  return '1'.repeat(Math.max(0, zeros)) + text
}

const GENERATORS = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]

/** The checksum of BIP 173: 1 for a valid Bech32 text, 0x2bc830a3 for Bech32m (BIP 350). */
function polymod(values: readonly number[]): number {
  let sum = 1
  for (const value of values) {
    const top = sum >>> 25
    sum = ((sum & 0x1ffffff) << 5) ^ value
    GENERATORS.forEach((generator, bit) => {
      if ((top >> bit) & 1) sum ^= generator
    })
  }
  return sum >>> 0
}

const expanded = (prefix: string): number[] => [...[...prefix].map((sign) => sign.charCodeAt(0) >> 5), 0, ...[...prefix].map((sign) => sign.charCodeAt(0) & 31)]

function isSegwit(address: string, prefix: string): boolean {
  if (address !== address.toLowerCase() && address !== address.toUpperCase()) return false
  const values = Array.from(address.toLowerCase().slice(prefix.length + 1), (sign) => BECH32.indexOf(sign))
  if (values.includes(-1)) return false
  const [version = 0, ...program] = values.slice(0, -6)
  const length = Math.floor((program.length * 5) / 8)
  if (version > 16 || length < 2 || length > 40 || (version === 0 && length !== 20 && length !== 32)) return false
  // The remaining bits are fewer than five, and zero.
  const spare = (program.length * 5) % 8
  if (spare >= 5 || ((program.at(-1) ?? 0) & ((1 << spare) - 1)) !== 0) return false
  return polymod([...expanded(prefix), ...values]) === (version === 0 ? 1 : 0x2bc830a3)
}

/** A Bech32 address of witness version 0. */
export function segwit(prefix: string, program: Uint8Array): string {
  const bits = [...program].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const values = [0, ...(bits.match(/.{1,5}/g) ?? []).map((five) => Number.parseInt(five.padEnd(5, '0'), 2))]
  const sum = polymod([...expanded(prefix), ...values, 0, 0, 0, 0, 0, 0]) ^ 1
  const checksum = [0, 1, 2, 3, 4, 5].map((at) => (sum >> (5 * (5 - at))) & 31)
  return `${prefix}1${[...values, ...checksum].map((value) => BECH32[value]).join('')}`
}

/** The digits of a card's number without the spaces between them. */
export const cardDigits = (number: string): string => number.replaceAll(' ', '')

/** A card's number is 12 to 19 digits with a valid Luhn sum. */
export function isCardNumber(number: string): boolean {
  const digits = cardDigits(number)
  if (!/^\d{12,19}$/.test(digits) || /^0+$/.test(digits)) return false
  const sum = [...digits].toReversed().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

/** The functions for expressions. */
export const payeeFunctions = {
  isCardNumber: ([value]) => isCardNumber(String(value)),
  networkOfAddress: ([value]) => networkOfAddress(String(value)),
} satisfies Record<PayeeFunction, Run>
