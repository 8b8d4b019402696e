import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createOperatorClient,
  openOperatorServer,
  OPERATOR_KEY,
  type OperatorClient,
  userIdOf,
} from '../../../../tests/support/server/operatorClient.ts'
import { primary } from '../../../../tests/support/server/cases/identity.ts'
import { queryPlans } from '../../../../tests/support/server/queryPlans.ts'
import { handlers } from './handlers/users.ts'
import { createTestServer, type Person, type TestServer } from '../../../../tests/support/server/testServer.ts'

let server: TestServer
let client: OperatorClient
let token: string
let manager: string
beforeAll(async () => {
  ;({ server, client } = await openOperatorServer())
  token = (await client.operator('support')).token
  manager = (await client.operator('manager')).token
})
afterAll(() => server.close())

let keys = 0
const idOf = (person: Person) => userIdOf(server, person)
const transfer = (person: Person, amount: string) =>
  server.call(
    'wallet/transfer',
    { mode: 'real', from: 'coin', to: 'contract', currency: 'USDT', amount },
    { token: person.token, headers: { 'idempotency-key': `operator-users-${++keys}` } },
  )
const found = async (query: string) =>
  (await client.call('users/find', { query }, { token })).data.rows.map(({ account }) => account)

describe('a user', () => {
  it.each([
    ['account', 'Find_Me_1', 'find_me'],
    ['phone', '+49 1701234567', '+49 170123'],
    ['email', 'find.me@example.org', 'FIND.ME@'],
  ])('is found by the beginning of the %s', async (column, value, query) => {
    const person = await server.person()
    await server.context.db
      .updateTable('users')
      .set({ [column]: value })
      .where('account', '=', person.account)
      .execute()
    expect(await found(query)).toEqual([column === 'account' ? value : person.account])
  })

  it('is found by the id, and by nothing within it', async () => {
    const person = await server.person()
    const id = await idOf(person)
    expect(await found(id)).toEqual([person.account])
    expect(await found(id.slice(1))).toEqual([])
  })

  it.each(['%%', '__', "' OR 1=1 --", '\\\\'])('is not found by %j', async (query) => {
    expect(await found(query)).toEqual([])
  })

  it('is found by the indexes, in pages of the alphabetical order', async () => {
    const people = await Promise.all(Array.from({ length: 23 }, () => server.person()))
    for (const [at, { account }] of people.entries())
      await server.context.db
        .updateTable('users')
        .set({ account: `paged_${10 + ((at * 7) % 23)}`, email: at === 0 ? 'paged_@example.org' : null })
        .where('account', '=', account)
        .execute()
    const page = async (at: number) => (await client.call('users/find', { query: 'Paged_', page: at }, { token })).data
    const [first, second] = [await page(1), await page(2)]
    expect([first.next, second.next]).toEqual([2, null])
    expect([...first.rows, ...second.rows].map(({ account }) => account)).toEqual(
      Array.from({ length: 23 }, (_, at) => `paged_${10 + at}`),
    )
    const plans = await queryPlans(server.context.db, (db) =>
      handlers['users/find']({ query: 'paged_', page: 1 }, { context: { ...server.context, db } } as never),
    )
    expect(plans).toHaveLength(6)
    for (const plan of plans) expect(plan).toMatch(/^SEARCH (users|loans) USING (?!.*TEMP B-TREE)/s)
  })

  it('is shown with balances, open reviews and sessions', async () => {
    const person = await server.person()
    await primary(server, person)
    const { data } = await client.call('users/detail', { user: await idOf(person) }, { token })
    expect(data).toMatchObject({
      user: { account: person.account, frozen: false, locked: false, identity: 'inReview' },
      reviews: [{ kind: 'identity', open: true }],
      sessions: 1,
    })
    expect(data.balances).toContainEqual({
      mode: 'real',
      kind: 'coin',
      currency: 'USDT',
      balance: '1000',
      held: '0',
      available: '1000',
    })
  })

  it('that does not exist has neither detail nor ledger', async () => {
    expect((await client.call('users/detail', { user: 'unknown' }, { token })).code).toBe('userNotFound')
    expect((await client.call('users/ledger', { user: 'unknown', mode: 'real' }, { token })).code).toBe('userNotFound')
  })
})

describe('the ledger of a user', () => {
  it('has running balances, filters and pages', async () => {
    const person = await server.person()
    const user = await idOf(person)
    for (let i = 0; i < 30; i += 1) await transfer(person, '1')
    const read = async (more: object) =>
      (await client.call('users/ledger', { user, mode: 'real', ...more }, { token })).data
    const [first, second] = [await read({}), await read({ page: 2 })]
    expect([first.rows.length, first.next, second.rows.length, second.next]).toEqual([50, 2, 11, null])
    expect(first.rows[0]).toMatchObject({ kind: 'contract', amount: '1', balance: '30', counterparty: 'coin' })
    expect(second.rows.at(-1)).toMatchObject({ reason: 'opening', amount: '1000', balance: '1000' })
    const coins = await read({ kind: 'coin', reason: 'transfer' })
    expect(coins.rows.map(({ balance }) => balance)).toEqual(Array.from({ length: 30 }, (_, at) => String(970 + at)))
  })
})

describe('freezing', () => {
  it('refuses money calls until it is undone, and is logged', async () => {
    const person = await server.person()
    const user = await idOf(person)
    const freeze = (frozen: boolean) =>
      client.call('users/freeze', { user, frozen, reason: 'a stolen phone' }, { token })
    expect((await freeze(true)).data.frozen).toBe(true)
    expect((await transfer(person, '1')).code).toBe('accountFrozen')
    await freeze(false)
    expect((await transfer(person, '1')).type).toBe('ok')
    const auditor = await client.operator('auditor')
    const { rows } = (await client.call('audit/list', { user, call: 'users/freeze' }, { token: auditor.token })).data
    expect(rows.map(({ before, after, reason }) => [before, after, reason])).toEqual([
      ['{"frozen":true}', '{"frozen":false}', 'a stolen phone'],
      ['{"frozen":false}', '{"frozen":true}', 'a stolen phone'],
    ])
  })

  it('needs a reason', async () => {
    const user = await idOf(await server.person())
    expect((await client.call('users/freeze', { user, frozen: true }, { token })).code).toBe('missingParameter')
  })
})

describe('locking', () => {
  it('ends the sessions and refuses the login until it is undone', async () => {
    const person = await server.person()
    const user = await idOf(person)
    const lock = (locked: boolean) =>
      client.call('users/lock', { user, locked, reason: 'a request of the police' }, { token: manager })
    await lock(true)
    expect((await server.call('user/info', {}, person)).type).toBe('999')
    expect((await server.login(person.account, 'secret71')).code).toBe('userLocked')
    await lock(false)
    expect((await server.login(person.account, 'secret71')).type).toBe('ok')
  })
})

describe('the audit log', () => {
  it('has reads of personal data', async () => {
    const user = await idOf(await server.person())
    await client.call('users/detail', { user }, { token })
    const auditor = await client.operator('auditor')
    const { rows } = (await client.call('audit/list', { user }, { token: auditor.token })).data
    expect(rows[0]).toMatchObject({ call: 'users/detail', result: 'ok', request: JSON.stringify({ user }) })
  })

  it('cannot be changed', async () => {
    const { db } = server.context
    await expect(db.updateTable('operator_audit').set({ result: 'ok' }).execute()).rejects.toThrow('append-only')
    await expect(db.deleteFrom('operator_audit').execute()).rejects.toThrow('append-only')
  })

  it('has refused changes with the code', async () => {
    await client.call('users/freeze', { user: 'unknown', frozen: true, reason: 'a test' }, { token })
    const auditor = await client.operator('auditor')
    const { rows } = (await client.call('audit/list', { call: 'users/freeze' }, { token: auditor.token })).data
    expect(rows[0]).toMatchObject({ user: 'unknown', result: 'userNotFound' })
  })

  it('is filtered by operator and time', async () => {
    const auditor = await client.operator('auditor')
    const read = async (more: object) => (await client.call('audit/list', more, { token: auditor.token })).data.rows
    const own = await read({ operator: auditor.name })
    expect(own.length).toBeGreaterThan(0)
    expect(new Set(own.map(({ operator }) => operator))).toEqual(new Set([auditor.name]))
    expect(await read({ from: server.clock.now() + 1 })).toEqual([])
  })
})

it('a reset of the sandbox keeps operators and audit log', async () => {
  const own = await createTestServer({ operatorKey: OPERATOR_KEY })
  const api = createOperatorClient(own)
  const auditor = await api.operator('auditor')
  await own.app.inject({ method: 'POST', url: '/sandbox/reset' })
  const { status, data } = await api.call('audit/list', {}, { token: auditor.token })
  expect([status, data.rows.length > 0]).toEqual([200, true])
  await own.close()
})
