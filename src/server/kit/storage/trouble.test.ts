import { sql } from 'kysely'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { zeroPages } from '../../../../tests/support/server/zeroPages.ts'
import { createTestServer, type TestServer } from '../../../../tests/support/server/testServer.ts'
import { createLog } from '../observability/log.ts'
import { openConnection, type Sqlite } from './sqlite/sqliteDriver.ts'

let folder = ''
let server: TestServer
let other: Sqlite
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'placard-trouble-'))
  const database = join(folder, 'placard.db')
  server = await createTestServer({ database })
  other = openConnection(database)
})
afterEach(async () => {
  if (other.isOpen) other.close()
  await server.close()
  rmSync(folder, { recursive: true })
})

const ready = async () => {
  const response = await server.app.inject('/readyz')
  return [response.statusCode, response.json<{ checks: { database: string } }>().checks.database]
}
let keys = 0
const transfer = async (token: string) => {
  const response = await server.app.inject({
    method: 'POST',
    url: '/api/wallet/transfer',
    headers: { authorization: token, 'idempotency-key': `trouble-${++keys}` },
    payload: { mode: 'real', from: 'coin', to: 'contract', currency: 'USDT', amount: '1', lang: 'en' },
  })
  return [response.statusCode, response.json<{ code: string }>().code]
}
const balance = async (token: string) => {
  const { id } = (await server.call('user/info', {}, { token })).data
  return Number((await server.context.ledger.balance(id, 'real', 'coin', 'USDT')).posted) / 100_000_000
}

describe('while another program has locked the file', () => {
  it('the process goes on, reads are answered, and a write follows once the lock is free', async () => {
    const { token } = await server.person()
    other.exec('BEGIN IMMEDIATE')
    const write = transfer(token)
    const ended = write.then(() => 'ended')
    expect(await Promise.race([ended, sleep(300, 'waits')])).toBe('waits')
    expect((await server.app.inject('/healthz')).statusCode).toBe(200)
    other.exec('ROLLBACK')
    expect(await write).toEqual([200, 'transferred'])
    expect(await balance(token)).toBe(999)
  })

  it('a long wait is named by the probe, ends with a refusal, and books nothing', async () => {
    const { token } = await server.person()
    other.exec('BEGIN IMMEDIATE')
    expect(await transfer(token)).toEqual([503, 'featureUnavailable'])
    expect(await ready()).toEqual([503, 'locked'])
    other.exec('ROLLBACK')
    expect(await ready()).toEqual([200, 'ok'])
    expect(await balance(token)).toBe(1000)
    expect(await transfer(token)).toEqual([200, 'transferred'])
  })
})

it('a full disk refuses writes with a sentence, is named by the probe, answers reads, and ends by itself', async () => {
  const { token } = await server.person()
  const { db } = server.context
  const { page_count: pages } = other.prepare('PRAGMA page_count').get() as { page_count: bigint }
  // The limit of pages has SQLite report what a full disk does.
  await sql.raw(`PRAGMA max_page_count = ${pages}`).execute(db)
  const outcomes: unknown[][] = []
  while (outcomes.length < 500 && outcomes.at(-1)?.[0] !== 503) outcomes.push(await transfer(token))
  expect(outcomes.at(-1)).toEqual([503, 'featureUnavailable'])
  const booked = outcomes.length - 1
  expect(await balance(token)).toBe(1000 - booked)
  expect((await ready())[1]).toMatch(/^(full|ok)$/)
  await sql.raw(`PRAGMA max_page_count = ${pages * 100n}`).execute(db)
  expect(await transfer(token)).toEqual([200, 'transferred'])
  expect(await ready()).toEqual([200, 'ok'])
  expect(await server.context.ledger.verify()).toEqual([])
})

it('a damaged page is found by the check, logged once and named by the probe until the end, while the rest is answered', async () => {
  const { token } = await server.person()
  await server.close()
  other.close()
  const database = join(folder, 'placard.db')
  zeroPages(database, 'price_alerts')
  const log = createLog('silent')
  const logged = vi.spyOn(log, 'error')
  server = await createTestServer({ database, log, watchIntegrity: true })
  await expect.poll(ready, { timeout: 600_000 }).toEqual([503, 'damaged'])
  const alerts = { method: 'GET', url: '/api/alert/list?lang=en', headers: { authorization: token } } as const
  expect((await server.app.inject(alerts)).statusCode).toBe(503)
  expect(await transfer(token)).toEqual([200, 'transferred'])
  expect(await ready()).toEqual([503, 'damaged'])
  expect(logged.mock.calls.map(([, text]) => text)).toEqual([
    expect.stringContaining('a page of the database is damaged'),
  ])
  expect(logged.mock.calls[0]?.[0]).toMatchObject({ trouble: 'damaged', details: [expect.any(String)] })
})
