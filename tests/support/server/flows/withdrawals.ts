import { statusIndex } from '../../../../src/product/domain/status.ts'
import { payProof, stepUp, steppedUp } from './security.ts'
import type { Person, Reply, TestServer } from '../testServer.ts'

/** An address any user may bind. */
export const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'

let keys = 0

/** Sets columns of a user's row. */
export const setUserFields = (
  server: TestServer,
  { account }: Person,
  values: {
    frozen?: number
    locked?: number
    identity?: number
    mode?: 'real' | 'demo'
    risk_test?: string | null
    first_name?: string
    last_name?: string
  },
) => server.context.db.updateTable('users').set(values).where('account', '=', account).execute()

/** Sets the first level of verification to certified and the risk test to passed, without an application; `name` is the verified one. */
export const certify = (server: TestServer, person: Person, name: { first_name?: string; last_name?: string } = {}) =>
  setUserFields(server, person, {
    identity: statusIndex('identity', 'certified'),
    risk_test: server.context.content.riskTest.version,
    ...name,
  })

/** Binds an address and returns its id; `more` overrides fields. */
export async function bindPayee(
  server: TestServer,
  person: Person,
  more: Record<string, unknown> = {},
): Promise<string> {
  const reply = await steppedUp(server, person, 'user/cash_save', {
    kind: 'address',
    currency: 'USDT',
    network: 'TRC20',
    address: TRON,
    ...more,
  })
  if (reply.type !== 'ok') throw new Error(`No payee: ${reply.code}`)
  await endHold(server, reply.data.id)
  return reply.data.id
}

/** Dates the addition of a payee back, so that withdrawals to it do not wait. */
export const endHold = (server: TestServer, payee: string) =>
  server.context.db
    .updateTable('payees')
    .set(({ eb }) => ({ created: eb('created', '-', 86_400n) }))
    .where('id', '=', payee)
    .execute()

export interface Withdrawer extends Person {
  payee: string
}

/** A permitted user. */
export async function withdrawer(server: TestServer): Promise<Withdrawer> {
  const person = await server.person()
  await certify(server, person)
  return { ...person, payee: await bindPayee(server, person) }
}

/** Withdraws 100 USDT; `more` overrides fields; missing proofs are created. */
export async function withdraw(
  server: TestServer,
  who: Withdrawer,
  more: Record<string, unknown> = {},
  key = `withdrawal-${++keys}`,
): Promise<Reply<'wallet/out'>> {
  const proof = more.payProof ?? (await payProof(server, who, 'wallet/out'))
  const payload = {
    mode: 'real',
    payee: who.payee,
    currency: 'USDT',
    amount: '100',
    fee: '1',
    net: '99',
    ...more,
    payProof: proof,
  }
  const stepUpProof = more.stepUpProof ?? (await stepUp(server, who, 'wallet/out', payload.payee))
  return await server.call(
    'wallet/out',
    { ...payload, stepUpProof },
    { token: who.token, headers: { 'idempotency-key': key } },
  )
}

/** Cancels the withdrawal above; `more` overrides fields. */
export const cancel = (
  server: TestServer,
  who: Person,
  id: string,
  more: Record<string, unknown> = {},
): Promise<Reply<'wallet/cancel'>> =>
  server.call(
    'wallet/cancel',
    { mode: 'real', id, currency: 'USDT', amount: '100', ...more },
    { token: who.token, headers: { 'idempotency-key': `cancel-${++keys}` } },
  )

/** A credited deposit. */
export async function deposited(
  server: TestServer,
  { token }: Person,
  amount: string,
  picture: Uint8Array,
): Promise<void> {
  const screenshot = (await server.upload(token, picture)).data.id
  const payload = { mode: 'real', channel: 'wallet', currency: 'USDT', network: 'TRC20', amount, screenshot }
  await server.call('wallet/charge_req', payload, {
    token,
    headers: { 'idempotency-key': `withdrawal-deposit-${++keys}` },
  })
  await server.clock.advance(40)
}

/** Binds margin in the contract account, as an open leveraged trade does. */
export async function leverage(server: TestServer, { token }: Person): Promise<void> {
  const { id } = (await server.call('user/info', {}, { token })).data
  const { ledger } = server.context
  await ledger.post({
    mode: 'real',
    reason: 'test',
    entries: [
      { from: { owner: id, kind: 'coin' }, to: { owner: id, kind: 'contract' }, currency: 'USDT', amount: 100n },
    ],
  })
  await ledger.hold({ mode: 'real', owner: id, kind: 'contract', currency: 'USDT', amount: 100n, reason: 'margin' })
}
