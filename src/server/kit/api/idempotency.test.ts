import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction, userLock } from '../storage/transaction.ts'
import { createTestServer, type TestServer } from '../../../../tests/support/server/testServer.ts'
import type { ServerContext } from '../../context.ts'
import { refuse } from '../errors.ts'
import { writeReceipt } from '../../modules/money/receipts/write.ts'
import { executeOnce } from './idempotency.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.close())

const key = 'key-00000001'

/** The effects of the money call: debits a fee of 10 units of USDT. */
async function debit(inside: ServerContext, userId: string): Promise<{ id: string }> {
  const { id } = await inside.ledger.post({
    mode: 'demo',
    reason: 'fee',
    entries: [{ from: { owner: userId, kind: 'coin' }, to: 'fees', currency: 'USDT', amount: 10n }],
  })
  const receipt = { kind: 'transfer', record: id, action: 'executed', rule: 'owner' } as const
  await writeReceipt(inside, { ...receipt, userId, mode: 'demo', currency: 'USDT' })
  return { id }
}

async function pay(userId: string, payload: object, using = key, fail = false): Promise<unknown> {
  return await executeOnce(server.context, { call: 'test/pay', userId, key: using, payload }, async (inside) => {
    const paid = await debit(inside, userId)
    if (fail) throw refuse('requestAbnormal')
    return paid
  })
}

async function newUser(): Promise<string> {
  const { account } = await server.person()
  return (
    await server.context.db.selectFrom('users').select('id').where('account', '=', account).executeTakeFirstOrThrow()
  ).id
}

const posted = async (userId: string) => (await server.context.ledger.balance(userId, 'demo', 'coin', 'USDT')).posted

describe('a money call', () => {
  it('is executed once per key, also when repeated or concurrent', async () => {
    const user = await newUser()
    const before = await posted(user)
    const replies = await Promise.all(Array.from({ length: 8 }, () => pay(user, { amount: '1', to: 'x' })))
    expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1)
    expect(await pay(user, { to: 'x', amount: '1' })).toEqual(replies[0])
    expect(before - (await posted(user))).toBe(10n)
  })

  it('refuses the key with another body', async () => {
    const user = await newUser()
    await pay(user, { amount: '1' })
    await expect(pay(user, { amount: '2' })).rejects.toMatchObject({ code: 'idempotencyKeyReused' })
  })

  it('accepts another payment proof for the same request', async () => {
    const user = await newUser()
    const first = await pay(user, { amount: '1', payProof: 'p'.repeat(43) })
    expect(await pay(user, { amount: '1', payProof: 'q'.repeat(43) })).toEqual(first)
    await expect(pay(user, { amount: '2', payProof: 'p'.repeat(43) })).rejects.toMatchObject({
      code: 'idempotencyKeyReused',
    })
  })

  it("ignores other users' keys", async () => {
    const [one, two] = [await newUser(), await newUser()]
    expect(await pay(one, { amount: '1' })).not.toEqual(await pay(two, { amount: '1' }))
  })

  it('stores nothing if refused, and can be retried', async () => {
    const user = await newUser()
    const before = await posted(user)
    await expect(pay(user, { amount: '1' }, key, true)).rejects.toMatchObject({ code: 'requestAbnormal' })
    expect(await posted(user)).toBe(before)
    await pay(user, { amount: '1' })
    expect(before - (await posted(user))).toBe(10n)
  })

  it.each(['', 'short', 'with space in it', 'x'.repeat(129)])('says that %j is no key', async (using) => {
    await expect(
      executeOnce(server.context, { call: 'test/pay', userId: 'x', key: using, payload: {} }, () => null),
    ).rejects.toMatchObject({ code: 'idempotencyKeyInvalid' })
  })

  it('without a key is executed each time', async () => {
    const user = await newUser()
    const before = await posted(user)
    const ask = () =>
      executeOnce(server.context, { call: 'test/pay', userId: user, key: undefined, payload: {} }, (inside) =>
        debit(inside, user),
      )
    await Promise.all([ask(), ask()])
    expect(before - (await posted(user))).toBe(20n)
  })
})

it('a money call that waits for its turn is refused if its session ends meanwhile', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'placard-waiting-'))
  // In memory the call would wait before it is authorized.
  const stored = await createTestServer({ database: join(folder, 'placard.db') })
  try {
    const { db, ledger } = stored.context
    const { account, token } = await stored.person()
    const { id } = await db.selectFrom('users').select('id').where('account', '=', account).executeTakeFirstOrThrow()
    const payload = { mode: 'real', from: 'coin', to: 'contract', currency: 'USDT', amount: '1' }
    const waiting = await inTransaction(db, [userLock(id)], async (trx) => {
      const call = stored.call('wallet/transfer', payload, { token, headers: { 'idempotency-key': 'waiting-call' } })
      await sleep(50)
      await trx.deleteFrom('sessions').where('user_id', '=', id).execute()
      return { call }
    })
    expect((await waiting.call).code).toBe('sessionExpired')
    expect((await ledger.balance(id, 'real', 'contract', 'USDT')).posted).toBe(0n)
  } finally {
    await stored.close()
    rmSync(folder, { recursive: true })
  }
})
