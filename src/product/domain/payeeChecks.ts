import { sha256 } from '@noble/hashes/sha2.js'
import { bech32, bech32m, createBase58check } from '@scure/base'

/** The networks of wallet addresses. */
export type Network = 'TRC20' | 'ERC20' | 'BTC'

const base58check = createBase58check(sha256)
/** Bytes of a version byte and a key hash. */
const VERSIONED_HASH_BYTES = 21
/** Lengths of a witness program: any version, and version 0 (BIP 141). */
const PROGRAM_BYTES = { min: 2, max: 40, ofVersion0: [20, 32] }
const MAX_WITNESS_VERSION = 16

/** The network of an address's format, its checksum included; empty for none. The server checks the checksum in the capitals of an ERC20 address. */
export function networkOfAddress(address: string): Network | '' {
  if (/^0x[0-9a-fA-F]{40}$/.test(address)) return 'ERC20'
  if (/^(bc1|BC1)[0-9A-Za-z]{11,59}$/.test(address)) return isSegwit(address, 'bc') ? 'BTC' : ''
  if (!/^[1-9A-HJ-NP-Za-km-z]{26,35}$/.test(address)) return ''
  const version = base58Version(address)
  if (version === 0x41) return 'TRC20'
  return version === 0x00 || version === 0x05 ? 'BTC' : ''
}

/** First byte of a Base58Check text of a version byte and 20 bytes; null for another length or a wrong checksum. */
function base58Version(text: string): number | null {
  const bytes = orNull(() => base58check.decode(text))
  return bytes?.length === VERSIONED_HASH_BYTES ? (bytes[0] ?? null) : null
}

/** The bytes of a Base58Check text, its checksum removed; throws for a wrong one. */
export const decodeBase58Check = (text: string): Uint8Array => base58check.decode(text)

/** Base58Check of a version byte and its payload. */
export const encodeBase58Check = (payload: Uint8Array): string => base58check.encode(payload)

/** A valid segregated witness address (BIP 173; BIP 350 from version 1 on). */
function isSegwit(address: string, prefix: string): boolean {
  for (const encoding of [bech32, bech32m]) {
    const decoded = encoding.decodeUnsafe(address)
    const [version, ...words] = decoded?.words ?? []
    const program = encoding.fromWordsUnsafe(words)
    if (decoded?.prefix !== prefix || version === undefined || !program) continue
    if (version > MAX_WITNESS_VERSION || (encoding === bech32) !== (version === 0)) return false
    const { min, max, ofVersion0 } = PROGRAM_BYTES
    return version === 0 ? ofVersion0.includes(program.length) : program.length >= min && program.length <= max
  }
  return false
}

/** A Bech32 address of witness version 0. */
export const encodeSegwitAddress = (prefix: string, witnessProgram: Uint8Array): string =>
  bech32.encode(prefix, [0, ...bech32.toWords(witnessProgram)])

function orNull<T>(decode: () => T): T | null {
  try {
    return decode()
  } catch {
    return null
  }
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
