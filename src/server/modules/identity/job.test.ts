import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestServer, type TestServer } from '../../../../tests/support/server/testServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.close())

const TABLES = ['sessions', 'attempts', 'codes', 'outbox'] as const

async function counts(): Promise<Record<string, bigint | undefined>> {
  const { db } = server.context
  return Object.fromEntries(
    await Promise.all(
      TABLES.map(
        async (table) =>
          [
            table,
            (
              await db
                .selectFrom(table)
                .select((eb) => eb.fn.countAll<bigint>().as('count'))
                .executeTakeFirst()
            )?.count,
          ] as const,
      ),
    ),
  )
}

it('deletes expired rows within a minute of their end, and not before', async () => {
  const { token } = await server.person()
  await server.call('sms_mail', { email: 'user@example.org', purpose: 'register' })
  await server.login('nobody_here', 'secret71')
  const begun = await counts()
  for (const table of TABLES) expect(Number(begun[table]), table).toBeGreaterThan(0)

  await server.clock.advance(599)
  expect(await counts()).toEqual(begun)
  await server.clock.advance(60)
  expect(await counts()).toEqual({ ...begun, codes: 0n })
  // The messages to an address are counted for a day.
  await server.clock.advance(24 * 3600 - 660)
  expect(await counts()).toEqual({ sessions: 1n, attempts: 1n, codes: 0n, outbox: 1n })
  await server.clock.advance(60)
  expect(await counts()).toEqual({ sessions: 1n, attempts: 0n, codes: 0n, outbox: 0n })

  const ends = server.context.operator.server.sessionSeconds
  await server.clock.advance(ends - 24 * 3600 - 60)
  expect((await server.call('user/info', {}, { token })).type).toBe('ok')
  await server.clock.advance(60)
  expect((await counts()).sessions).toBe(0n)
  expect((await server.call('user/info', {}, { token })).type).toBe('999')
})
