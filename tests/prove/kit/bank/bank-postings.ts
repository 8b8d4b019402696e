import { asDecimal, fromMinor, toMinor } from '../../../../src/engine/language/values/decimal.ts'
import type { Fields, Reply } from './bank-connection.ts'
import type { Random } from '../random.ts'

export type Mode = 'real' | 'demo'
type Kind = 'coin' | 'contract'
type Currency = 'USDT' | 'BTC'
/** One of a person's accounts. */
export type AccountName = `${Mode} ${Kind} ${Currency}`

interface Facts {
  call: string
  /** The field with the amount; null: another amount is another order. */
  amount: string | null
  /** Possible refusals, without any effect. */
  refused: readonly string[]
  /** The refusal when it is sent again with another key; null: that is another posting. */
  again: string | null
}

/** Refusals of an order. */
const MOVED = ['priceChanged', 'tradeRecordGone', 'closeFailed']

export const POSTINGS = {
  transfer: { call: 'wallet/transfer', amount: 'amount', refused: ['insufficientBalance'], again: null },
  exchange: {
    call: 'wallet/flashAgainst',
    amount: 'pay',
    refused: ['insufficientBalance', 'quoteExpired'],
    again: 'tradeStatusAbnormal',
  },
  deposit: { call: 'wallet/charge_req', amount: 'amount', refused: [], again: 'fileExists' },
  withdrawal: {
    call: 'wallet/out',
    amount: 'amount',
    refused: ['insufficientBalance', 'withdrawalExceedsHoldings', 'withdrawalPending'],
    again: 'wrongPayPassword',
  },
  spot: { call: 'coin/trade', amount: null, refused: MOVED, again: null },
  seconds: { call: 'microtrade/submit', amount: null, refused: MOVED, again: null },
  open: { call: 'lever/submit', amount: null, refused: MOVED, again: null },
  close: { call: 'lever/close', amount: null, refused: MOVED, again: null },
} as const satisfies Record<string, Facts>

export type PostingKind = keyof typeof POSTINGS
/** Kinds of postings whose amounts are known beforehand, and of orders, whose amounts depend on prices. */
export const KINDS = {
  bank: ['transfer', 'exchange', 'deposit', 'withdrawal'],
  orders: ['spot', 'seconds', 'open', 'close'],
} as const satisfies Record<string, readonly PostingKind[]>

export interface Posting {
  kind: PostingKind
  body: Fields
  /** Changes of the accounts after all reviews: minor units. */
  changes: readonly (readonly [AccountName, bigint])[]
}

/** The context of a new posting. */
export interface PostingContext {
  mode: Mode
  payee: string
  random: Random
  balanceOf(place: AccountName): bigint
  /** Retries until there is an answer. */
  surely(call: string, fields: Fields, key?: string, method?: 'GET' | 'POST'): Promise<Reply>
  /** Ids of open positions. */
  positions: readonly string[]
  /** Uploads a unique picture and returns its id. */
  picture(): Promise<string>
  payProof(): Promise<string>
  /** The proof that a withdrawal to a payee requires that was never paid; empty for any other. */
  stepUpProof(): Promise<string>
  /** Whether the latest withdrawal may still be in review. */
  isWithdrawing(): boolean
}

/** Decimal places of USDT and of BTC. */
const SCALE = 8
/** Converts an amount of USDT or BTC to minor units. Throws if it has more than eight decimals. */
export const unitsOf = (text: string): bigint => toMinor(asDecimal(text), SCALE)
const textOf = (units: bigint): string => fromMinor(units, SCALE)
const usdt = (amount: number): bigint => BigInt(amount) * unitsOf('1')
/** A quarter of it is above the minimum of an exchange at the sandbox’s prices. */
const ENOUGH_BTC = unitsOf('0.001')
/** Exchanges and withdrawals of USDT are in cents. */
const inCents = (units: bigint): bigint => units - (units % unitsOf('0.01'))
const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** Amounts that the sandbox’s reviews refuse. */
export const fails = (units: bigint): boolean => /\.\d*1[345]$/.test(textOf(units))
const FAILING = ['0.13', '0.14', '0.15'].map(unitsOf)
/** Per cent of failing amounts in reviews. */
const FAILING_SHARE = 35

function reviewed(base: bigint, random: Random): bigint {
  return base + (random.int(100) < FAILING_SHARE ? random.pick(FAILING) : BigInt(random.int(Number(unitsOf('1')))))
}

function transfer({ mode, random, balanceOf }: PostingContext): Posting {
  const from = random.pick<Kind>(['coin', 'contract'])
  const to = from === 'coin' ? 'contract' : 'coin'
  const all = balanceOf(`${mode} ${from} USDT`)
  // Sometimes all of it, or more than the balance.
  const amount = random() < 0.1 ? all + BigInt(random.int(2)) : (all * BigInt(1 + random.int(400))) / 1000n + 1n
  const units = amount === 0n ? 1n : amount
  return {
    kind: 'transfer',
    body: { mode, from, to, currency: 'USDT', amount: textOf(units) },
    changes: [
      [`${mode} ${from} USDT`, -units],
      [`${mode} ${to} USDT`, units],
    ],
  }
}

async function exchange(context: PostingContext): Promise<Posting> {
  const { mode, random, balanceOf } = context
  const coins = balanceOf(`${mode} coin BTC`)
  const sells = coins >= ENOUGH_BTC && random() < 0.5
  const [from, to] = sells ? (['BTC', 'USDT'] as const) : (['USDT', 'BTC'] as const)
  const share = least((balanceOf(`${mode} coin USDT`) * BigInt(random.int(300))) / 1000n, usdt(20_000))
  const payOrReceive: Record<string, string> = sells
    ? random() < 0.5
      ? { pay: textOf(coins / 4n) }
      : { receive: textOf(usdt(12 + random.int(4))) }
    : { pay: textOf(usdt(11) + inCents(share)) }
  const quote = await context.surely('wallet/flash_quote', { mode, from, to, ...payOrReceive })
  // The server limits quotes per minute.
  if (quote.code === 'tooManyRequests') return transfer(context)
  if (quote.type !== 'ok' || !quote.data) throw new Error(`No quote: ${quote.code}`)
  const { id, pay, receive, fee } = quote.data as Record<'id' | 'pay' | 'receive' | 'fee', string>
  return {
    kind: 'exchange',
    body: { mode, quote: id, from, to, pay, receive, fee },
    changes: [
      [`${mode} coin ${from}`, -unitsOf(pay)],
      [`${mode} coin ${to}`, unitsOf(receive)],
    ],
  }
}

async function deposit({ mode, random, picture }: PostingContext): Promise<Posting> {
  const units = reviewed(usdt(10 + random.int(90)), random)
  const body = {
    mode,
    channel: 'wallet',
    currency: 'USDT',
    network: 'TRC20',
    amount: textOf(units),
    screenshot: await picture(),
  }
  return { kind: 'deposit', body, changes: fails(units) ? [] : [[`${mode} coin USDT`, units]] }
}

async function withdrawal({
  mode,
  random,
  balanceOf,
  payee,
  surely,
  payProof,
  stepUpProof,
}: PostingContext): Promise<Posting> {
  const share = least((balanceOf(`${mode} coin USDT`) * BigInt(random.int(300))) / 1000n, usdt(20_000))
  const units = inCents(reviewed(usdt(10) + (share / usdt(1)) * usdt(1), random))
  const request = { mode, payee, currency: 'USDT', amount: textOf(units) }
  const { type, code, data } = await surely('wallet/out_quote', request)
  if (type !== 'ok' || !data) throw new Error(`No terms of a withdrawal: ${code}`)
  const body = {
    ...request,
    fee: String(data.fee),
    net: String(data.net),
    payProof: await payProof(),
    stepUpProof: await stepUpProof(),
  }
  return { kind: 'withdrawal', body, changes: fails(units) ? [] : [[`${mode} coin USDT`, -units]] }
}

/** The next posting, chosen from the balances. */
export async function nextPosting(context: PostingContext): Promise<Posting> {
  const { mode, random, balanceOf } = context
  const poor = balanceOf(`${mode} coin USDT`) < usdt(30)
  if (mode === 'demo') return poor || random() < 0.5 ? transfer(context) : await exchange(context)
  const kind = random.pick<PostingKind>(KINDS.bank)
  if (kind === 'transfer') return transfer(context)
  if (kind === 'deposit' || poor) return await deposit(context)
  // Sometimes while another one is in review, which is refused.
  if (kind === 'withdrawal' && (!context.isWithdrawing() || random() < 0.1)) return await withdrawal(context)
  return kind === 'withdrawal' ? await deposit(context) : await exchange(context)
}
