import type { PayeeFunction, FunctionImplementation } from './functions.ts'
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

const doubleSha256 = (bytes: Uint8Array): Uint8Array => sha256Bytes(sha256Bytes(bytes))

/** First byte of a Base58Check text of 20 bytes; null when its checksum is wrong. */
function base58Version(text: string): number | null {
  let number = 0n
  for (const letter of text) number = number * 58n + BigInt(BASE58.indexOf(letter))
  const zeros = /^1*/.exec(text)?.[0].length ?? 0
  const hex = number === 0n ? '' : number.toString(16)
  const digits = hex.length % 2 === 0 ? hex : `0${hex}`
  const bytes = new Uint8Array([
    ...Array<number>(zeros).fill(0),
    ...(digits.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16)),
  ])
  if (bytes.length !== 25) return null
  const checksum = doubleSha256(bytes.slice(0, 21))
  return [0, 1, 2, 3].every((index) => checksum[index] === bytes[21 + index]) ? (bytes[0] ?? null) : null
}

/** Base58Check of a version byte and its payload. */
export function encodeBase58Check(payload: Uint8Array): string {
  const bytes = [...payload, ...doubleSha256(payload).slice(0, 4)]
  let number = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)
  let text = ''
  for (; number > 0n; number /= 58n) text = (BASE58[Number(number % 58n)] ?? '') + text
  const zeros = bytes.findIndex((byte) => byte !== 0)
  return '1'.repeat(Math.max(0, zeros)) + text
}

const GENERATORS = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]

/** The checksum of BIP 173: 1 for a valid Bech32 text, 0x2bc830a3 for Bech32m (BIP 350). */
function polymod(values: readonly number[]): number {
  let checksum = 1
  for (const value of values) {
    const top = checksum >>> 25
    checksum = ((checksum & 0x1ffffff) << 5) ^ value
    GENERATORS.forEach((generator, bit) => {
      if ((top >> bit) & 1) checksum ^= generator
    })
  }
  return checksum >>> 0
}

const expandPrefix = (prefix: string): number[] => [
  ...[...prefix].map((char) => char.charCodeAt(0) >> 5),
  0,
  ...[...prefix].map((char) => char.charCodeAt(0) & 31),
]

function isSegwit(address: string, prefix: string): boolean {
  if (address !== address.toLowerCase() && address !== address.toUpperCase()) return false
  const values = Array.from(address.toLowerCase().slice(prefix.length + 1), (char) => BECH32.indexOf(char))
  if (values.includes(-1)) return false
  const [version = 0, ...witnessProgram] = values.slice(0, -6)
  const length = Math.floor((witnessProgram.length * 5) / 8)
  if (version > 16 || length < 2 || length > 40 || (version === 0 && length !== 20 && length !== 32)) return false
  // The remaining bits are fewer than five, and zero.
  const paddingBits = (witnessProgram.length * 5) % 8
  if (paddingBits >= 5 || ((witnessProgram.at(-1) ?? 0) & ((1 << paddingBits) - 1)) !== 0) return false
  return polymod([...expandPrefix(prefix), ...values]) === (version === 0 ? 1 : 0x2bc830a3)
}

/** A Bech32 address of witness version 0. */
export function encodeSegwitAddress(prefix: string, witnessProgram: Uint8Array): string {
  const bits = [...witnessProgram].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const values = [0, ...(bits.match(/.{1,5}/g) ?? []).map((five) => Number.parseInt(five.padEnd(5, '0'), 2))]
  const remainder = polymod([...expandPrefix(prefix), ...values, 0, 0, 0, 0, 0, 0]) ^ 1
  const checksum = [0, 1, 2, 3, 4, 5].map((index) => (remainder >> (5 * (5 - index))) & 31)
  return `${prefix}1${[...values, ...checksum].map((value) => BECH32[value]).join('')}`
}

/** The digits of a card's number without the spaces between them. */
export const cardDigits = (number: string): string => number.replaceAll(' ', '')

/** A card's number is 12 to 19 digits with a valid Luhn sum. */
export function isCardNumber(number: string): boolean {
  const digits = cardDigits(number)
  if (!/^\d{12,19}$/.test(digits) || /^0+$/.test(digits)) return false
  const sum = [...digits].toReversed().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

/** The functions for expressions. */
export const payeeFunctions = {
  isCardNumber: ([value]) => isCardNumber(String(value)),
  networkOfAddress: ([value]) => networkOfAddress(String(value)),
} satisfies Record<PayeeFunction, FunctionImplementation>
