import { afterAll, beforeAll, expect, it } from 'vitest'
import { createWorld, type World } from '../testing/testServer.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const TABLES = ['sessions', 'attempts', 'codes', 'outbox'] as const

async function counts(): Promise<Record<string, bigint | undefined>> {
  const { db } = world.context
  return Object.fromEntries(await Promise.all(TABLES.map(async (table) => [table, (await db.selectFrom(table).select((eb) => eb.fn.countAll<bigint>().as('count')).executeTakeFirst())?.count] as const)))
}

it('what has ended is thrown away when it ends, and not before', async () => {
  const { token } = await world.person()
  await world.call('sms_mail', { email: 'somebody@example.org', purpose: 'register' })
  await world.login('nobody_here', 'secret1')
  const begun = await counts()
  for (const table of TABLES) expect(Number(begun[table]), table).toBeGreaterThan(0)

  await world.clock.advance(599)
  expect(await counts()).toEqual(begun)
  await world.clock.advance(1)
  expect(await counts()).toEqual({ ...begun, codes: 0n })
  // The letters to one address are counted for a day.
  await world.clock.advance(24 * 3600 - 601)
  expect(await counts()).toEqual({ sessions: 1n, attempts: 1n, codes: 0n, outbox: 1n })
  await world.clock.advance(1)
  expect(await counts()).toEqual({ sessions: 1n, attempts: 0n, codes: 0n, outbox: 0n })

  const ends = world.context.operator.server.sessionSeconds
  await world.clock.advance(ends - 24 * 3600 - 1)
  expect((await world.call('user/info', {}, { token })).type).toBe('ok')
  await world.clock.advance(1)
  expect((await counts()).sessions).toBe(0n)
  expect((await world.call('user/info', {}, { token })).type).toBe('999')
})
