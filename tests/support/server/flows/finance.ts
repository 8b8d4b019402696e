import { SECONDS_PER_DAY } from '../../../../src/product/finance/interest.ts'
import { decimal } from '../../../../src/server/kit/ledger/index.ts'
import { as, payProof } from './security.ts'
import { certify } from './withdrawals.ts'
import type { Person, Reply, TestServer } from '../testServer.ts'

export const DAY = SECONDS_PER_DAY

let keys = 0

/** USDT of the coin account: available, and in total. */
export async function coinAccount(
  server: TestServer,
  who: Person,
  mode: 'real' | 'demo' = 'real',
): Promise<[string, string]> {
  const { id } = (await server.call('user/info', {}, as(who))).data
  const { available, posted } = await server.context.ledger.balance(id, mode, 'coin', 'USDT')
  return [decimal(available, 'USDT'), decimal(posted, 'USDT')]
}

/** Deposits 100 USDT for seven days; `more` overrides fields. */
export async function deposit(
  server: TestServer,
  who: Person,
  more: Record<string, unknown> = {},
  key = `fixed-deposit-${++keys}`,
): Promise<Reply<'lh/deposit'>> {
  const proof = more.payProof ?? (await payProof(server, who, 'lh/deposit'))
  const payload = {
    mode: 'real',
    product: 'usdt-7',
    currency: 'USDT',
    amount: '100',
    interest: '0.07',
    ...more,
    payProof: proof,
  }
  return await server.call('lh/deposit', payload, { token: who.token, headers: { 'idempotency-key': key } })
}

/** Terminates a deposit of 100 USDT for seven days; `more` overrides fields. */
export const breakDeposit = (
  server: TestServer,
  who: Person,
  id: string,
  more: Record<string, unknown> = {},
  key = `fixed-break-${++keys}`,
): Promise<Reply<'lh/deposit/cancel'>> =>
  server.call(
    'lh/deposit/cancel',
    { mode: 'real', id, currency: 'USDT', cost: '0.5', back: '99.5', ...more },
    { token: who.token, headers: { 'idempotency-key': key } },
  )

/** A user permitted to borrow. */
export async function borrower(server: TestServer): Promise<Person> {
  const person = await server.person()
  await certify(server, person)
  return person
}

/** Applies for 100 USDT over seven days; `more` overrides fields. */
export async function borrow(
  server: TestServer,
  who: Person,
  more: Record<string, unknown> = {},
  key = `loan-submit-${++keys}`,
): Promise<Reply<'lh/loan/submit'>> {
  const proof = more.payProof ?? (await payProof(server, who, 'lh/loan/submit'))
  const payload = {
    mode: 'real',
    currency: 'USDT',
    amount: '100',
    days: 7,
    fee: '1',
    net: '99',
    interest: '0.35',
    ...more,
    payProof: proof,
  }
  return await server.call('lh/loan/submit', payload, { token: who.token, headers: { 'idempotency-key': key } })
}

/** Id of a loan that has just been paid out. */
export async function takeLoan(server: TestServer, who: Person, more: Record<string, unknown> = {}): Promise<string> {
  const reply = await borrow(server, who, more)
  if (reply.type !== 'ok') throw new Error(`No loan: ${reply.code}`)
  await server.clock.advance(20)
  return reply.data.id
}

/** Repays an amount, or everything, by the current quote; `more` overrides fields. */
export async function repay(
  server: TestServer,
  who: Person,
  id: string,
  amount: string | null = null,
  more: Record<string, unknown> = {},
  key = `loan-repay-${++keys}`,
): Promise<Reply<'lh/loan/repayment'>> {
  const { data: quote } = await server.call(
    'lh/loan/repay_quote',
    { id, currency: 'USDT', ...(amount !== null && { amount }) },
    as(who),
  )
  const quoted = quote ?? { amount, interest: '0', principal: amount }
  const proof = more.payProof ?? (await payProof(server, who, 'lh/loan/repayment'))
  const payload = {
    mode: 'real',
    id,
    currency: 'USDT',
    amount: quoted.amount,
    interest: quoted.interest,
    principal: quoted.principal,
    ...more,
    payProof: proof,
  }
  return await server.call('lh/loan/repayment', payload, { token: who.token, headers: { 'idempotency-key': key } })
}
