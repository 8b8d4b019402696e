import { statusIndex } from '../../core/status.ts'
import { payProof } from './security.ts'
import type { Person, Reply, World } from './testServer.ts'

/** An address that anybody may have. */
export const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'

let keys = 0

/** Changes what the books of the sandbox say of somebody. */
export const mark = (world: World, { account }: Person, values: { frozen?: number; identity?: number; mode?: 'real' | 'demo' }) =>
  world.context.db.updateTable('users').set(values).where('account', '=', account).execute()

export const certify = (world: World, person: Person) => mark(world, person, { identity: statusIndex('identity', 'certified') })

/** Binds an address, or what is to be different; answers with its id. */
export async function bindPayee(world: World, { token }: Person, more: Record<string, unknown> = {}): Promise<string> {
  const reply = await world.call('user/cash_save', { kind: 'address', currency: 'USDT', network: 'TRC20', address: TRON, ...more }, { token })
  if (reply.type !== 'ok') throw new Error(`No payee: ${reply.code}`)
  return reply.data.id
}

export interface Withdrawer extends Person {
  payee: string
}

/** Somebody whom nothing keeps from a withdrawal. */
export async function withdrawer(world: World): Promise<Withdrawer> {
  const person = await world.person()
  await certify(world, person)
  return { ...person, payee: await bindPayee(world, person) }
}

/** Withdraws 100 USDT, with what is to be different; without a proof one is made for it. */
export async function withdraw(world: World, who: Withdrawer, more: Record<string, unknown> = {}, key = `withdrawal-${++keys}`): Promise<Reply<'wallet/out'>> {
  const proof = more.payProof ?? (await payProof(world, who, 'wallet/out'))
  const payload = { mode: 'real', payee: who.payee, currency: 'USDT', amount: '100', fee: '1', net: '99', ...more, payProof: proof }
  return await world.call('wallet/out', payload, { token: who.token, headers: { 'idempotency-key': key } })
}

/** Cancels the withdrawal above, or what is to be different. */
export const cancel = (world: World, who: Person, id: string, more: Record<string, unknown> = {}): Promise<Reply<'wallet/cancel'>> =>
  world.call('wallet/cancel', { mode: 'real', id, currency: 'USDT', amount: '100', ...more }, { token: who.token, headers: { 'idempotency-key': `cancel-${++keys}` } })

/** A deposit that has been credited. */
export async function deposited(world: World, { token }: Person, amount: string, picture: Uint8Array): Promise<void> {
  const screenshot = (await world.upload(token, picture)).data.id
  const payload = { mode: 'real', channel: 'wallet', currency: 'USDT', network: 'TRC20', amount, screenshot }
  await world.call('wallet/charge_req', payload, { token, headers: { 'idempotency-key': `withdrawal-deposit-${++keys}` } })
  await world.clock.advance(40)
}

/** Binds margin in the contract account, as an open leveraged trade does. */
export async function leverage(world: World, { token }: Person): Promise<void> {
  const { id } = (await world.call('user/info', {}, { token })).data
  const { ledger } = world.context
  await ledger.post({ mode: 'real', reason: 'test', entries: [{ from: { owner: id, kind: 'coin' }, to: { owner: id, kind: 'contract' }, currency: 'USDT', amount: 100n }] })
  await ledger.hold({ mode: 'real', owner: id, kind: 'contract', currency: 'USDT', amount: 100n, reason: 'margin' })
}
