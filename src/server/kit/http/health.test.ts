import Fastify from 'fastify'
import { afterEach, expect, it } from 'vitest'
import { createTestServer, type TestServer } from '../../../../tests/support/server/testServer.ts'
import { addHealth } from './health.ts'

let server: TestServer | null = null
afterEach(async () => {
  await server?.close()
  server = null
})
const probe = async (url: string) => {
  const response = await server?.app.inject(url)
  return { status: response?.statusCode, body: response?.json<{ ready?: boolean; checks?: Record<string, string> }>() }
}
const OK = { database: 'ok', migrations: 'ok', live: 'ok', process: 'ok' }

it('is ready with database, migrations and live connections', async () => {
  server = await createTestServer()
  expect(await probe('/healthz')).toEqual({ status: 200, body: { status: 'ok' } })
  expect(await probe('/readyz')).toEqual({ status: 200, body: { ready: true, checks: OK, warnings: [] } })
})

it('is not ready, but alive, on the database of a later version', async () => {
  server = await createTestServer()
  await server.context.db
    .insertInto('kysely_migration' as never)
    .values({ name: '9999 later', timestamp: '2030-01-01' })
    .execute()
  expect(await probe('/readyz')).toEqual({
    status: 503,
    body: { ready: false, checks: { ...OK, migrations: 'pending' }, warnings: [] },
  })
  expect((await probe('/healthz')).status).toBe(200)
})

it('is not ready, but alive, without its database', async () => {
  const broken = await createTestServer()
  await broken.context.db.destroy()
  server = { ...broken, close: () => broken.close().catch(() => undefined) }
  const checks = { ...OK, database: 'unreachable', migrations: 'unreachable' }
  expect(await probe('/readyz')).toEqual({ status: 503, body: { ready: false, checks, warnings: [] } })
  expect((await probe('/healthz')).status).toBe(200)
})

it('is not ready while it stops', async () => {
  server = await createTestServer()
  const app = Fastify()
  addHealth(app, server.context, {
    isClosing: () => true,
    isLive: () => false,
    trouble: () => null,
    clock: { aheadMs: () => 2_000, stepMs: () => 0 },
  })
  const response = await app.inject('/readyz')
  expect([response.statusCode, response.json()]).toEqual([
    503,
    { ready: false, checks: { ...OK, live: 'closing', process: 'closing' }, warnings: ['clock'] },
  ])
  await app.close()
})
