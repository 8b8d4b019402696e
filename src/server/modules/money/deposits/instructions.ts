import { createHash } from 'node:crypto'
import { UPLOAD_MEGABYTES } from '../../../../engine/language/forms/uploads.ts'
import {
  decodeBase58Check,
  encodeBase58Check,
  encodeSegwitAddress,
  type Network,
} from '../../../../product/domain/payeeChecks.ts'
import type { DepositOption, DepositPlace } from '../../../../generated/entities.ts'
import { withChecksum } from '../payees/erc20Checksum.ts'

/** Prefix of every sandbox address; no private key exists for such an address. */
const SANDBOX_PREFIX = Buffer.from('5a4db0', 'hex')

/** Twenty deterministic bytes for a user, a currency and a network. */
function bytesOf(userId: string, currency: string, network: string): Buffer {
  const hash = createHash('sha256').update(`${userId} ${currency} ${network}`).digest()
  return Buffer.concat([SANDBOX_PREFIX, hash.subarray(0, 17)])
}

/** An address with a valid checksum but no private key. For Bitcoin it is a testnet address, which wallets refuse to pay. */
export function sandboxAddress(userId: string, currency: string, network: Network): string {
  const bytes = bytesOf(userId, currency, network)
  if (network === 'BTC') return encodeSegwitAddress('tb', bytes)
  return network === 'TRC20'
    ? encodeBase58Check(Buffer.concat([Buffer.of(0x41), bytes]))
    : withChecksum(bytes.toString('hex'))
}

/** Whether an address is one that this app shows for deposits; those for Bitcoin are of the test network, which is no payee. */
export function isDepositAddress(address: string, network: Network): boolean {
  if (network === 'BTC') return false
  const bytes =
    network === 'ERC20' ? Buffer.from(address.slice(2), 'hex') : Buffer.from(decodeBase58Check(address)).subarray(1)
  return bytes.subarray(0, SANDBOX_PREFIX.length).equals(SANDBOX_PREFIX)
}

/** Payment reference of a user. */
const referenceOf = (userId: string): string =>
  `SBX-${createHash('sha256').update(`reference ${userId}`).digest('hex').slice(0, 8).toUpperCase()}`

const ACCOUNTS = {
  card: { holder: 'Placard Sandbox', bank: 'Sandbox Bank', account: 'SBX 0000 0001' },
  manual: { holder: null, bank: null, account: null },
  c2c: { holder: 'Sandbox Trader', bank: 'Sandbox Bank', account: 'SBX 0000 0002' },
} as const

/**
 * Returns where a user pays a deposit: the address of a digital wallet, or an account with the user's reference. Throws for a
 * wallet option without a network.
 */
export function depositInstructions(userId: string, { channel, currency, network }: DepositOption): DepositPlace {
  const shared = { channel, currency, network, screenshotMegabytes: UPLOAD_MEGABYTES, sandbox: true }
  if (channel === 'wallet') {
    if (network === null) throw new Error('A digital wallet without a network')
    return {
      ...shared,
      address: sandboxAddress(userId, currency, network),
      holder: null,
      bank: null,
      account: null,
      reference: null,
    }
  }
  return { ...shared, address: null, ...ACCOUNTS[channel], reference: referenceOf(userId) }
}
