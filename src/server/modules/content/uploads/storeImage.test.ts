import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestServer, png, type TestServer } from '../../../../../tests/support/server/testServer.ts'
import { useUpload } from './uses.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.close())

it('deletes only a user’s oldest unused pictures', async () => {
  const [ann, bob] = [await server.person(), await server.person()]
  const { db, clock } = server.context
  const send = async (token: string, width: number) => {
    await server.clock.advance(1)
    return (await server.upload(token, png(width))).data.id
  }
  const of = async (ids: string[]) =>
    (await db.selectFrom('uploads').select('id').where('id', 'in', ids).execute()).length
  const [used, first, others] = [await send(ann.token, 1), await send(ann.token, 2), await send(bob.token, 1)]
  const { user_id: userId } = await db
    .selectFrom('uploads')
    .select('user_id')
    .where('id', '=', used)
    .executeTakeFirstOrThrow()
  await useUpload(db, { uploadId: used, userId, purpose: 'identity' }, clock.now())
  const failed = await send(ann.token, 500)
  const payload = {
    mode: 'real',
    channel: 'wallet',
    currency: 'USDT',
    network: 'TRC20',
    amount: '100.13',
    screenshot: failed,
  }
  expect(
    await server.call('wallet/charge_req', payload, {
      token: ann.token,
      headers: { 'idempotency-key': 'deposit-that-fails' },
    }),
  ).toMatchObject({ type: 'ok' })
  await server.clock.advance(60)
  const later: string[] = []
  for (let width = 3; width < 3 + 20; width++) later.push(await send(ann.token, width))
  expect([await of([used]), await of([others]), await of([failed]), await of([first]), await of(later)]).toEqual([
    1, 1, 1, 0, 20,
  ])
  expect(await send(ann.token, 2)).not.toBe(first)
})

it('keeps each picture that it has just stored, also of many in a second', async () => {
  const { token } = await server.person()
  const served: number[] = []
  for (let width = 100; width < 140; width++) {
    const { data } = await server.upload(token, png(width))
    served.push((await server.app.inject(data.url)).statusCode)
  }
  expect(served).toEqual(served.map(() => 200))
})
