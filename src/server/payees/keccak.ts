const ROUNDS = 24
const RATE = 136
const MASK = 2n ** 64n - 1n
const rotate = (lane: bigint, by: bigint): bigint => ((lane << by) | (lane >> (64n - by))) & MASK

/** Round constants, from the shift register of FIPS 202. */
const CONSTANTS = (() => {
  let register = 1
  return Array.from({ length: ROUNDS }, () => {
    let constant = 0n
    for (let bit = 0; bit <= 6; bit++) {
      if (register & 1) constant |= 1n << BigInt(2 ** bit - 1)
      register = register & 0x80 ? ((register << 1) ^ 0x171) & 0xff : register << 1
    }
    return constant
  })
})()

function permute(lanes: bigint[]): void {
  const lane = (at: number) => lanes[at] ?? 0n
  for (const constant of CONSTANTS) {
    const columns = [0, 1, 2, 3, 4].map((x) => lane(x) ^ lane(x + 5) ^ lane(x + 10) ^ lane(x + 15) ^ lane(x + 20))
    for (let at = 0; at < 25; at++)
      lanes[at] = lane(at) ^ (columns[(at + 4) % 5] ?? 0n) ^ rotate(columns[(at + 1) % 5] ?? 0n, 1n)
    let [x, y, held] = [1, 0, lane(1)]
    for (let step = 0; step < 24; step++) {
      ;[x, y] = [y, (2 * x + 3 * y) % 5]
      const next = lane(x + 5 * y)
      lanes[x + 5 * y] = rotate(held, BigInt((((step + 1) * (step + 2)) / 2) % 64))
      held = next
    }
    for (let row = 0; row < 25; row += 5) {
      const old = lanes.slice(row, row + 5)
      for (let at = 0; at < 5; at++)
        lanes[row + at] = (old[at] ?? 0n) ^ (~(old[(at + 1) % 5] ?? 0n) & MASK & (old[(at + 2) % 5] ?? 0n))
    }
    lanes[0] = lane(0) ^ constant
  }
}

/** Keccak-256 as Ethereum uses it: SHA-3 before its last change of padding, which node:crypto does not offer. */
export function keccak256(input: Uint8Array): Buffer {
  const padded = Buffer.alloc((Math.floor(input.length / RATE) + 1) * RATE)
  padded.set(input)
  padded[input.length] = 0x01
  padded[padded.length - 1] = (padded.at(-1) ?? 0) | 0x80
  const lanes = Array<bigint>(25).fill(0n)
  for (let block = 0; block < padded.length; block += RATE) {
    for (let at = 0; at < RATE / 8; at++) lanes[at] = (lanes[at] ?? 0n) ^ padded.readBigUInt64LE(block + at * 8)
    permute(lanes)
  }
  const out = Buffer.alloc(32)
  for (let at = 0; at < 4; at++) out.writeBigUInt64LE(lanes[at] ?? 0n, at * 8)
  return out
}

/** An ERC20 address with the checksum of EIP-55 in its capitals. `hex`: its 40 digits. */
export function withChecksum(hex: string): string {
  const digits = hex.toLowerCase()
  const hash = keccak256(Buffer.from(digits)).toString('hex')
  return `0x${[...digits].map((digit, at) => (Number.parseInt(hash[at] ?? '0', 16) >= 8 ? digit.toUpperCase() : digit)).join('')}`
}

/** Whether the capitals of an ERC20 address are its checksum; without any, or with nothing else, it has none. */
export function hasSoundChecksum(address: string): boolean {
  const hex = address.slice(2)
  return hex === hex.toLowerCase() || hex === hex.toUpperCase() || address === withChecksum(hex)
}
