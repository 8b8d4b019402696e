import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** An ERC20 address with the checksum of EIP-55 in its capitals. `hex`: its 40 digits. */
export function withChecksum(hex: string): string {
  const digits = hex.toLowerCase()
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)))
  const isCapital = (at: number): boolean => Number.parseInt(hash[at] ?? '0', 16) >= 8
  return `0x${[...digits].map((digit, at) => (isCapital(at) ? digit.toUpperCase() : digit)).join('')}`
}

/** Whether the capitals of an ERC20 address are its checksum; without any, or with nothing else, it has none. */
export function hasValidChecksum(address: string): boolean {
  const hex = address.slice(2)
  return hex === hex.toLowerCase() || hex === hex.toUpperCase() || address === withChecksum(hex)
}
