import type { Kysely } from 'kysely'
import { asUnixSeconds } from '../../../../engine/language/values/time.ts'
import { networkOfAddress, cardDigits, isCardNumber, type Network } from '../../../../product/domain/payeeChecks.ts'
import { isHolderOf } from '../../../../product/domain/personName.ts'
import type { BankCard, WalletAddress } from '../../../../generated/entities.ts'
import type { Tables } from '../../../db.ts'
import { isDepositAddress } from '../deposits/instructions.ts'
import { refuse } from '../../../kit/errors.ts'
import { newId } from '../../../kit/random.ts'
import { verifiedName } from '../../identity/verification/certified.ts'
import { hasValidChecksum, withChecksum } from './erc20Checksum.ts'
import type { PayeeRow, PayeesTable } from './tables.ts'

/** Limit per user, of cards and of addresses. */
export const MAX_PAYEES = 20

/** Currencies of digital wallets, and their networks. */
export const COINS: readonly { currency: string; networks: Network[] }[] = [
  { currency: 'USDT', networks: ['TRC20', 'ERC20'] },
  { currency: 'BTC', networks: ['BTC'] },
  { currency: 'ETH', networks: ['ERC20'] },
  { currency: 'TRX', networks: ['TRC20'] },
]

/** Masked card number: "•••• 4242". */
export const maskedCard = (digits: string): string => `•••• •••• •••• ${digits.slice(-4)}`

/** Number as displayed to its owner. */
export const displayNumber = ({ kind, number }: Pick<PayeeRow, 'kind' | 'number'>): string =>
  kind === 'card' ? maskedCard(number) : number

/** When a payee was last paid, and until when withdrawals to it wait. */
export type PayeeUse = Pick<BankCard, 'lastPaid' | 'heldUntil'>

const time = (seconds: bigint | undefined) => (seconds === undefined ? null : asUnixSeconds(seconds))

/** Converts the times of a payee; one that is undefined becomes null. */
export const payeeUse = (paid: bigint | undefined, heldUntil: bigint | undefined): PayeeUse => ({
  lastPaid: time(paid),
  heldUntil: time(heldUntil),
})

/** Converts a stored bank card to its entity, with a masked number. */
export const cardEntity = ({ id, number, holder, bank, label, created }: PayeeRow, use: PayeeUse): BankCard => ({
  id,
  number: maskedCard(number),
  holder: holder ?? '',
  bank: bank ?? '',
  label,
  time: asUnixSeconds(created),
  ...use,
})

/** Converts a stored wallet address to its entity; throws for a bank card. */
export function addressEntity(
  { id, number, currency, network, label, created }: PayeeRow,
  use: PayeeUse,
): WalletAddress {
  if (currency === null || network === null) throw new Error(`The payee ${id} is no address`)
  return { id, currency, network, address: number, label, time: asUnixSeconds(created), ...use }
}

/** The payees of a user, latest first. */
export async function payeesOf(db: Kysely<Tables>, userId: string): Promise<PayeeRow[]> {
  return await db
    .selectFrom('payees')
    .selectAll()
    .where('user_id', '=', userId)
    .where('deleted', 'is', null)
    .orderBy('created', 'desc')
    .orderBy('id')
    .execute()
}

/** Whether the user has a payee; withdrawals require one. */
export async function hasPayee(db: Kysely<Tables>, userId: string): Promise<boolean> {
  const payee = await db
    .selectFrom('payees')
    .select('id')
    .where('user_id', '=', userId)
    .where('deleted', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return payee !== undefined
}

export interface PayeeInput {
  kind: 'card' | 'address'
  number?: string | null | undefined
  holder?: string | null | undefined
  bank?: string | null | undefined
  currency?: string | null | undefined
  network?: Network | null | undefined
  address?: string | null | undefined
  label?: string | null | undefined
}

type NewPayee = Pick<PayeesTable, 'kind' | 'number' | 'holder' | 'bank' | 'currency' | 'network' | 'label'>

function required<T>(value: T | null | undefined, name: string): T {
  if (value === null || value === undefined) throw refuse('missingParameter', { name })
  return value
}

function cardOf({ number, holder, bank, label = null }: PayeeInput): NewPayee {
  const digits = cardDigits(required(number, 'number'))
  if (!isCardNumber(digits)) throw refuse('wrongCardNumber')
  return {
    kind: 'card',
    number: digits,
    holder: required(holder, 'holder'),
    bank: required(bank, 'bank'),
    currency: null,
    network: null,
    label,
  }
}

function walletOf(input: PayeeInput): NewPayee {
  const [currency, network, address] = [
    required(input.currency, 'currency'),
    required(input.network, 'network'),
    required(input.address, 'address'),
  ]
  const coin = COINS.find((coin) => coin.currency === currency)
  if (!coin) throw refuse('currencyNotAdded')
  if (!coin.networks.includes(network)) throw refuse('wrongCurrencyType')
  if (networkOfAddress(address) !== network) throw refuse('wrongAddress')
  if (network === 'ERC20' && !hasValidChecksum(address)) throw refuse('wrongAddress')
  if (isDepositAddress(address, network)) throw refuse('ownDepositAddress')
  // Capitals without a checksum carry no information: an address has one canonical form.
  const number = canonicalAddress(address, network)
  return { kind: 'address', number, holder: null, bank: null, currency, network, label: input.label ?? null }
}

function canonicalAddress(address: string, network: Network): string {
  if (network === 'ERC20') return withChecksum(address.slice(2))
  return network === 'BTC' && address.startsWith('BC1') ? address.toLowerCase() : address
}

/** Throws `holderDiffers` for a card of another person, as soon as the name of the user is verified. */
export async function checkHolder(
  db: Kysely<Tables>,
  userId: string,
  { kind, holder }: Pick<PayeesTable, 'kind' | 'holder'>,
): Promise<void> {
  const name = kind === 'card' ? await verifiedName(db, userId) : null
  if (name && !isHolderOf(holder ?? '', name)) throw refuse('holderDiffers')
}

/** Adds a payee in the given transaction, or throws a refusal. */
export async function addPayee(
  trx: Kysely<Tables>,
  userId: string,
  input: PayeeInput,
  now: number,
): Promise<Pick<PayeeRow, 'id' | 'kind' | 'number'>> {
  const payee = input.kind === 'card' ? cardOf(input) : walletOf(input)
  await checkHolder(trx, userId, payee)
  const { count } = await trx
    .selectFrom('payees')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('user_id', '=', userId)
    .where('kind', '=', payee.kind)
    .where('deleted', 'is', null)
    .executeTakeFirstOrThrow()
  const id = newId()
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('payees')
    .values({ id, user_id: userId, ...payee, created: now, deleted: null })
    .onConflict((on) => on.doNothing())
    .executeTakeFirstOrThrow()
  if (!numInsertedOrUpdatedRows) throw refuse('addressExists')
  if (count >= BigInt(MAX_PAYEES)) throw refuse('payeesFull', { most: MAX_PAYEES })
  return { id, ...payee }
}
