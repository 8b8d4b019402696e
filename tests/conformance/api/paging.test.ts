import { readdirSync } from 'node:fs'
import { sql, type Kysely } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { CallId } from '../../../src/generated/calls.ts'
import { calls as contentCalls } from '../../../src/server/modules/content/calls.ts'
import { newId } from '../../../src/server/kit/ledger/id.ts'
import type { CallCases, Cases } from '../../support/server/caseTypes.ts'
import { createTestServer, START_MS, type TestServer } from '../../support/server/testServer.ts'
import { callDefs } from './kit.ts'

type Row = Record<string, unknown>
interface Reply {
  rows: Row[]
  next: number | null
  cursor?: string
}

/** Where the rows of a list come from. */
interface Source {
  table: string
  /** Another table with rows of the cases. */
  other?: string
  /** The columns in which a copy differs from the row of the cases. `n`: ascending with the age of the list, from 1. */
  copy(id: string, n: number): Row
  /** The call whose cases make the row; absent: the call itself. */
  from?: CallId
  /** Rows are never deleted; here some are, so that the list is the same as the others. */
  appendOnly?: true
  /** The columns that identify a row of a reply in the table; absent: its id. */
  identify?(row: Row): Row
}

const withHold = (table: string): Source => ({ table, copy: (id) => ({ id, hold: id }) })
const withId = (table: string): Source => ({ table, copy: (id) => ({ id }) })
const DAY = 86_400
const seconds = START_MS / 1000 + 10 * DAY

const nameOf = (n: number): string => String(n).padStart(2, '0')

/** Every list of a user. Rows of the same time are sorted by the next column. */
const SOURCES: Partial<Record<CallId, Source>> = {
  'cashlist/log': withHold('withdrawals'),
  'chargelist/log': { table: 'deposits', copy: (id) => ({ id, hash: id }) },
  'coin/list': withHold('spot_orders'),
  'lever/my_trade': withId('lever_deals'),
  'lever/my_wh_trade': {
    table: 'lever_deals',
    from: 'lever/my_trade',
    copy: (id) => ({ id, symbol: 'XAUUSD', class: 'metal' }),
  },
  'lever/close_orders': withId('lever_close_orders'),
  'lever/orders': withHold('lever_orders'),
  'lh/deposit/order': withHold('fixed_orders'),
  'lh/deposit/records': {
    table: 'fixed_settlements',
    copy: (_, n) => ({ day: n + 10, time: seconds + Math.ceil(n / 8) }),
    identify: ({ order, day }) => ({ order_id: order, day }),
  },
  'lh/loan/order': withId('loans'),
  'lh/loan/repayments': { table: 'loan_repayments', copy: (id, n) => ({ id, time: seconds + Math.ceil(n / 8) }) },
  'microtrade/lists': withHold('seconds_orders'),
  'microtrade/whlists': withHold('seconds_orders'),
  'project/orders': withHold('interest_orders'),
  'receipt/list': { ...withId('receipts'), appendOnly: true },
  'trade/history': {
    table: 'spot_orders',
    other: 'seconds_orders',
    copy: (id, n) => ({ id, hold: id, finished_ms: START_MS + Math.ceil(n / 8) }),
  },
  'trade/records': {
    table: 'spot_orders',
    other: 'seconds_orders',
    copy: (id, n) => ({ id, hold: id, finished_ms: START_MS + Math.ceil(n / 8) }),
  },
  'user/invite': {
    table: 'users',
    // A reply has the first two letters of a name.
    copy: (id, n) => ({
      id,
      account: `${nameOf(n)}${'x'.repeat(6)}`,
      invite_code: id,
      created: seconds + Math.ceil(n / 8),
    }),
    identify: ({ account }) => ({ account: String(account).replaceAll('*', 'x') }),
  },
  'user/usermessage': { table: 'messages', copy: (id, n) => ({ id, created: seconds + Math.ceil(n / 8) }) },
  'wallet/myFlashAgainstList': withId('flash_exchanges'),
  'wallet/transfers': withId('transfers'),
}

/** Lists with separate tests, below: entries of the ledger, and the content of the server. */
const OWN: readonly string[] = ['wallet/statement', 'news/list']

const folder = new URL('../../support/server/cases/', import.meta.url)
const cases: Partial<Record<CallId, CallCases>> = Object.assign(
  {},
  ...(await Promise.all(
    readdirSync(folder)
      .filter((name) => name !== 'types.ts')
      .map(async (name) => ((await import(/* @vite-ignore */ new URL(name, folder).href)) as { cases: Cases }).cases),
  )),
)

const paged = Object.entries(callDefs()).flatMap(([call, { paging }]) =>
  paging && !paging.back ? [{ call: call as CallId, paging }] : [],
)

async function start(): Promise<TestServer> {
  const server = await createTestServer()
  onTestFinished(() => server.close())
  return server
}

/** The payload and the token with which the cases of a call read its list. */
async function caseOf(server: TestServer, call: CallId): Promise<{ payload: Row; token: string; reply: Reply }> {
  let sent: { payload: Row; token: string } | undefined
  const reply = await cases[call]?.ok({
    ...server,
    call: (name, payload, options) => {
      if (name === call) sent = { payload, token: options?.token ?? '' }
      return server.call(name, payload, options)
    },
  })
  if (!sent || !reply) throw new Error(`${call} has no cases`)
  return { ...sent, reply: reply.data as unknown as Reply }
}

/** A list of the server, and what happens to it. */
async function listOf(server: TestServer, call: CallId) {
  const source = SOURCES[call]
  if (!source) throw new Error(`Add the rows of ${call} to SOURCES`)
  const { payload, token, reply } = await caseOf(server, source.from ?? call)
  const { data: user } = await server.call('user/info', {}, { token })
  const db = server.context.db as unknown as Kysely<Record<string, Row>>
  // Copies refer to holds and postings that do not exist.
  await sql`PRAGMA foreign_keys = OFF`.execute(db)
  if (source.appendOnly) await sql`DROP TRIGGER ${sql.id(`${source.table}_delete`)}`.execute(db)
  const owner = source.table === 'users' ? 'referrer_id' : 'user_id'
  const found = db.selectFrom(source.table).selectAll().where(owner, '=', user.id)
  const id = reply.rows.at(-1)?.id
  const byId = source.identify || id === undefined ? found : found.where('id', '=', id)
  const model = await byId.limit(1).executeTakeFirstOrThrow()
  const send = (fields: Row, as = token) =>
    server.call(call, { ...(source.from ? {} : payload), ...fields }, { token: as })
  let n = 0
  return {
    async add(count: number) {
      for (let i = 0; i < count; i++) {
        n += 1
        const id = newId(START_MS + n * 1000)
        await db
          .insertInto(source.table)
          .values({ ...model, ...source.copy(id, n) })
          .execute()
      }
    },
    /** The row at a position of the list leaves it. */
    async remove(row: Row) {
      const columns = source.identify?.(row) ?? { id: row.id }
      const { numDeletedRows } = await db
        .deleteFrom(source.table)
        .where((eb) => eb.and(columns))
        .executeTakeFirstOrThrow()
      expect(numDeletedRows).toBe(1n)
    },
    /** All rows of the list leave it. */
    async clear() {
      for (const table of [source.table, source.other])
        if (table) await db.deleteFrom(table).where(owner, '=', user.id).execute()
    },
    send,
    async read(fields: Row = {}) {
      const { type, data } = await send(fields)
      expect({ call, type }).toEqual({ call, type: 'ok' })
      return data as unknown as Reply
    },
  }
}

describe('every paged call', () => {
  it('has rows here', () => {
    expect(paged.length).toBeGreaterThan(15)
    expect(paged.map(({ call }) => call).toSorted()).toEqual([...Object.keys(SOURCES), ...OWN].toSorted())
  })

  it('has the same names of its fields', () => {
    expect(
      paged.map(({ paging: { page, items, next, after, cursor } }) => ({ page, items, next, after, cursor })),
    ).toEqual(paged.map(() => ({ page: 'page', items: 'rows', next: 'next', after: 'after', cursor: 'cursor' })))
  })

  for (const { call } of paged.filter(({ call }) => !OWN.includes(call))) {
    describe(call, () => {
      it('skips no row when rows of earlier pages have left the list, the last one too', async () => {
        const list = await listOf(await start(), call)
        await list.add(45)
        const [first, second, third] = [await list.read(), await list.read({ page: 2 }), await list.read({ page: 3 })]
        expect([first.next, second.next]).toEqual([2, 3])
        for (const row of [first.rows[3], first.rows[19]]) await list.remove(row ?? {})
        const next = await list.read({ page: 2, after: first.cursor })
        expect(next.rows).toEqual(second.rows)
        expect(next.next).toBe(3)
        expect((await list.read({ page: 3, after: next.cursor })).rows).toEqual(third.rows)
      })

      it('repeats no row when the list has grown', async () => {
        const list = await listOf(await start(), call)
        await list.add(45)
        const [first, second] = [await list.read(), await list.read({ page: 2 })]
        await list.add(2)
        expect((await list.read({ page: 2, after: first.cursor })).rows).toEqual(second.rows)
        // By number the list has shifted: a client without cursors.
        expect((await list.read({ page: 2 })).rows[2]).toEqual(second.rows[0])
      })

      it('has no next page after exactly 20 rows, nor after exactly 40', async () => {
        const list = await listOf(await start(), call)
        await list.add(20 - (await list.read()).rows.length)
        const { rows, next, cursor } = await list.read()
        expect([rows.length, next, cursor]).toEqual([20, null, undefined])
        await list.add(20)
        const first = await list.read()
        const second = await list.read({ page: 2, after: first.cursor })
        expect([first.next, second.rows.length, second.next, second.cursor]).toEqual([2, 20, null, undefined])
      })

      it('can be empty, also after a cursor', async () => {
        const list = await listOf(await start(), call)
        await list.add(25)
        const { cursor } = await list.read()
        await list.clear()
        for (const fields of [{}, { page: 2, after: cursor }]) {
          const { rows, next, cursor: none } = await list.read(fields)
          expect([rows, next, none]).toEqual([[], null, undefined])
        }
      })

      it('has no row of another user after a cursor of that user', async () => {
        const server = await start()
        const list = await listOf(server, call)
        await list.add(45)
        const { rows, cursor } = await list.read()
        const { rows: hidden } = await list.read({ page: 2, after: cursor })
        const { token } = await server.person()
        for (const fields of [{}, { page: 2, after: cursor }]) {
          const { type, code, data } = await list.send(fields, token)
          if (type !== 'ok') expect(code).toBe('dataNotFound')
          else for (const row of [...rows, ...hidden]) expect((data as unknown as Reply).rows).not.toContainEqual(row)
        }
      })

      it('has a cursor with a next page only, and refuses a text that is none', async () => {
        const list = await listOf(await start(), call)
        await list.add(1)
        const { rows, next, cursor } = await list.read()
        expect([rows.length > 0, next, cursor]).toEqual([true, null, undefined])
        for (const after of ['x'.repeat(65), "'", 'a.b.c.d.e', '.', 'ä', '\0'])
          expect(await list.send({ after })).toMatchObject({ type: 'error', code: 'parameterError', status: 200 })
      })
    })
  }
})

describe('user/invite', () => {
  it('has no id of another user in its cursor', async () => {
    const server = await start()
    const { token, inviteCode } = await server.person()
    for (let i = 0; i < 21; i++) await server.person({ inviteCode })
    const { data } = await server.call('user/invite', {}, { token })
    expect(data.cursor).toMatch(/^\d+\.[\w-]{8}$/)
    const { data: last } = await server.call('user/invite', { page: 2, after: data.cursor }, { token })
    expect([last.rows.length, last.next]).toEqual([1, null])
  })
})

describe('wallet/statement', () => {
  async function transferred(count: number) {
    const server = await start()
    const person = await server.person()
    let sent = 0
    const transfer = async () => {
      const { code } = await server.call(
        'wallet/transfer',
        { mode: 'real', from: 'coin', to: 'contract', currency: 'USDT', amount: '1' },
        { token: person.token, headers: { 'Idempotency-Key': `paging-${++sent}` } },
      )
      expect(code).toBe('transferred')
    }
    for (let i = 0; i < count; i++) await transfer()
    const read = async (fields: Row = {}) =>
      (await server.call('wallet/statement', { mode: 'real', ...fields }, { token: person.token })).data
    return { transfer, read }
  }

  // 26 entries: with one account, and with both, where a page ends between the two entries of a transfer.
  it.each([{}, { kind: 'coin' }])('repeats no entry after a transfer: %j', async (filter) => {
    const { transfer, read } = await transferred(25)
    const [first, second] = [await read(filter), await read({ ...filter, page: 2 })]
    await transfer()
    const next = await read({ ...filter, page: 2, after: first.cursor })
    expect(next.rows).toEqual(second.rows)
    expect((await read({ ...filter, page: 2 })).rows[0]?.id).not.toBe(second.rows[0]?.id)
  })

  it('continues within a transfer', async () => {
    const { transfer, read } = await transferred(12)
    const whole = await read()
    const all = [...whole.rows, ...(await read({ page: 2, after: whole.cursor })).rows]
    expect(new Set(all.map(({ id }) => id)).size).toBe(25)
    // The last row of the first page is now the first of the two entries of a transfer.
    await transfer()
    const { rows } = await read({ page: 2, after: `${all[18]?.reference}.0.payee` })
    expect(rows[0]).toEqual(all[19])
  })

  it.each(['x', 'x.0', 'x.y.payee', '1.1.1.1'])('refuses the cursor %j', async (after) => {
    const server = await start()
    const { token } = await server.person()
    expect(await server.call('wallet/statement', { after }, { token })).toMatchObject({
      type: 'error',
      code: 'parameterError',
      params: { field: 'after' },
    })
  })
})

describe('news/list', () => {
  interface Item {
    id: string
    time: number
  }
  // Two items of each time.
  const all = Array.from({ length: 25 }, (_, n): Item => ({ id: `item${n}`, time: 1000 - Math.floor(n / 2) }))
  const newer: Item = { id: 'newer', time: 2000 }
  const read = (items: readonly Item[], fields: Row) =>
    contentCalls['news/list']({ category: 'news', ...fields }, {
      lang: 'en',
      context: { content: { items: () => items } },
    } as never)
  const without = (...ids: string[]) => all.filter(({ id }) => !ids.includes(id))

  it.each<[string, readonly Item[]]>([
    ['after the item of the cursor', all],
    ['after newer items', [newer, ...all]],
    ['after items of which one has left', [newer, ...without('item3')]],
    ['after a last item that has left', without('item9')],
  ])('continues %s', (_, items) => {
    const { cursor } = read(all, {})
    const { rows } = read(items, { page: 2, after: cursor })
    // An item of the time of the one that has left comes again rather than is skipped.
    expect(rows.filter(({ id }) => id !== 'item8').slice(0, 9)).toEqual(all.slice(10, 19))
  })

  it('ends after the last item', () => {
    expect(read(all, { page: 4, after: '1.gone' })).toEqual({ rows: [], next: null })
  })

  it.each(['gone', '1000', '.item9', 'x.item9', '1000.item9.1'])('refuses the cursor %j', (after) => {
    expect(() => read(all, { page: 2, after })).toThrow('parameterError')
  })
})
