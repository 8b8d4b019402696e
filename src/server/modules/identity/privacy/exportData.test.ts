import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, PASSWORD, stepUp, steppedUp, withTwoFactor } from '../../../../../tests/support/server/flows/security.ts'
import { createTestServer, type Person, type TestServer } from '../../../../../tests/support/server/testServer.ts'
import { TRON, withdraw, withdrawer } from '../../../../../tests/support/server/flows/withdrawals.ts'
import { takeLoan } from '../../../../../tests/support/server/flows/finance.ts'
import { tables } from '../../../db.ts'
import { EXPORTED, NOT_EXPORTED, type TableName } from './exportedTables.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.close())

interface File {
  format: number
  truncated: string[]
  tables: Record<string, Record<string, unknown>[]>
  notExported: Record<string, string>
}

const columnsOf = (name: TableName): string[] => Object.keys(tables[name].columns)
const idOf = async (who: Person) => (await server.call('user/info', {}, as(who))).data.id
async function fileOf(who: Person & { secret?: string }): Promise<{ text: string; file: File }> {
  const { data } = await steppedUp(server, who, 'user/export', {})
  return { text: data.text, file: JSON.parse(data.text) as File }
}

describe('the tables of the database', () => {
  const names = Object.keys(tables) as TableName[]

  it.each(names)('%s is exported, or left out with a reason', (name) => {
    expect([name in EXPORTED, NOT_EXPORTED[name] !== undefined]).toEqual(
      name in EXPORTED ? [true, false] : [false, true],
    )
  })

  it('have the columns that the export names', () => {
    for (const [name, { owner, through, omit = [], amounts = {}, json = [] }] of Object.entries(EXPORTED)) {
      const used = [owner, through?.column, ...omit, ...Object.keys(amounts), ...json]
      // The amounts of leveraged orders and positions are declared together.
      const known = new Set<string | undefined>([...columnsOf(name as TableName), undefined, 'profit'])
      expect(
        used.filter((column) => !known.has(column)),
        name,
      ).toEqual([])
      for (const column of [through?.key, ...(through?.add ?? [])])
        if (through && column !== undefined) expect(columnsOf(through.table), name).toContain(column)
    }
  })

  it('keep secrets out of the export', () => {
    const secret = /password|secret|token|hash$|^key$|public_key|p256dh|^auth$/
    const found = (Object.keys(EXPORTED) as TableName[]).flatMap((name) =>
      columnsOf(name).flatMap((column) =>
        secret.test(column) && !EXPORTED[name]?.omit?.includes(column) ? [`${name}.${column}`] : [],
      ),
    )
    // Hashes of pictures, not of secrets.
    expect(found).toEqual(['uploads.hash', 'deposits.hash'])
  })
})

describe('the data of a user', () => {
  it('contains every row with the id of the user', async () => {
    const who = await withdrawer(server)
    await withdraw(server, who)
    await takeLoan(server, who)
    await server.clock.advance(40)
    const id = await idOf(who)
    const { file } = await fileOf(who)
    let rows = 0
    for (const name of Object.keys(EXPORTED) as TableName[]) {
      const column = EXPORTED[name]?.owner
      if (column === undefined) continue
      const { count } = await server.context.db
        .selectFrom(name)
        .select(({ fn }) => fn.countAll<bigint>().as('count'))
        .where(server.context.db.dynamic.ref(column), '=', id)
        .executeTakeFirstOrThrow()
      expect(file.tables[name], name).toHaveLength(Number(count))
      rows += Number(count)
    }
    expect(rows).toBeGreaterThan(15)
    expect(file.truncated).toEqual([])
  })

  it('has amounts as decimals, times in UTC, and both sides of postings', async () => {
    const who = await withdrawer(server)
    await withdraw(server, who)
    await server.clock.advance(40)
    const { file } = await fileOf(who)
    expect(file.tables.withdrawals).toMatchObject([{ number: TRON, amount: '100', fee: '1', status: 2 }])
    expect(file.tables.withdrawals?.[0]?.created).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/)
    expect(file.tables.journal).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ amount: '1000', payee: 'own', payee_balance: '1000', payer_balance: null }),
        expect.objectContaining({ amount: '99', payer: 'own', payee: 'provider', currency: 'USDT' }),
      ]),
    )
    expect(file.tables.ledger_hold).toMatchObject([{ amount: '100', reason: 'withdrawal' }])
    expect(file.tables.session_devices).toHaveLength(1)
    expect(Object.keys(file.notExported)).toEqual(expect.arrayContaining(['recovery_codes', 'users.password']))
  })

  it('contains neither secrets nor other users', async () => {
    const [ann, bob] = [await withTwoFactor(server), await withdrawer(server)]
    const { db } = server.context
    const user = await db.selectFrom('users').selectAll().where('account', '=', ann.account).executeTakeFirstOrThrow()
    const { secret } = await db
      .selectFrom('two_factor')
      .select('secret')
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow()
    const { text } = await fileOf(ann)
    expect(text).toContain(ann.account)
    const { id } = await db
      .selectFrom('users')
      .select('id')
      .where('account', '=', bob.account)
      .executeTakeFirstOrThrow()
    for (const hidden of [user.password, secret, ann.token, ...ann.recoveryCodes, PASSWORD, id, bob.account])
      expect(text).not.toContain(hidden)
  })

  it('needs a step-up, once for each file, and is reported to the user', async () => {
    const who = await server.person()
    expect((await server.call('user/export', {}, as(who))).code).toBe('stepUpRequired')
    const stepUpProof = await stepUp(server, who, 'user/export')
    expect((await server.call('user/export', { stepUpProof }, as(who))).type).toBe('ok')
    expect((await server.call('user/export', { stepUpProof }, as(who))).code).toBe('stepUpRequired')
    const { rows } = (await server.call('user/usermessage', {}, as(who))).data
    expect(rows.map(({ title }) => title)).toContain('Your data was saved as a file')
  })
})
