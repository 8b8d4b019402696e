import { contract } from '../../../../src/generated/contract.ts'
import type { CallId } from '../../../../src/generated/calls.ts'
import type { Reply, TestServer } from '../../../support/server/testServer.ts'
import type { DbInspector } from '../db-inspector.ts'
import type { Random } from '../random.ts'
import { userOfRequest, execute, prepare, sendReady, type CaseRequest } from '../requests.ts'
import { ACCOUNT_STATES, type Code, type AccountState } from './people.ts'
import type { AccessRow } from './rows.ts'

/** Texts that identify one user's data; no reply to another user may contain them. */
export type Marks = readonly string[]

const SECRETS = /scrypt\$|"(password|pay_password|token_hash)":/

export class AccessMatrix {
  readonly faults: string[] = []
  cells = 0
  refused = 0
  strangers = 0

  constructor(
    private readonly server: TestServer,
    private readonly db: DbInspector,
    private readonly marks: Marks,
    private readonly random: Random,
  ) {}

  private fault(where: string, what: string): void {
    this.faults.push(`${where}: ${what}`)
  }

  /** Clears the attempt counters, since this proof does not wait. */
  private async rest(): Promise<void> {
    await this.server.context.db.deleteFrom('attempts').execute()
  }

  private checkReply(where: string, reply: Reply<CallId>): void {
    const text = JSON.stringify([reply, reply.headers])
    const mark = this.marks.find((mark) => text.includes(mark) && containsWord(text, mark))
    if (mark !== undefined) this.fault(where, `returns ${mark} of another user`)
    if (SECRETS.test(text)) this.fault(where, 'reveals how a secret is stored')
    if (reply.status >= 500 || reply.code === 'serverError') this.fault(where, `failed: ${reply.message}`)
    if (reply.type !== 'ok' && reply.data !== null) this.fault(where, 'refuses and returns data')
  }

  /** Sends one call as every kind of user. */
  async call(call: CallId, row: AccessRow, ask: CaseRequest): Promise<void> {
    await this.rest()
    const reply = await execute(this.server, call, ask)
    if (reply.type !== 'ok') this.fault(`${call} in good standing`, `is refused with ${String(reply.code)}`)
    if (row.who === 'anyone') return await this.open(call, reply)
    for (const standing of this.random.shuffled(ACCOUNT_STATES)) await this.cell(call, row, ask, standing)
  }

  /** A call without login: checks its reply only. */
  private async open(call: CallId, reply: Reply<CallId>): Promise<void> {
    this.cells += 1
    this.checkReply(`${call} by anyone`, reply)
    if (contract[call].auth) this.fault(call, 'asks for a login, and is expected to be for anyone')
  }

  private async cell(call: CallId, row: AccessRow, ask: CaseRequest, standing: AccountState): Promise<void> {
    await this.rest()
    const { db } = this.server.context
    const where = `${call} by a ${standing.name}`
    const ready = await prepare(this.server, call, ask)
    const id = await userOfRequest(this.server, ready)
    const before = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const sent = await standing.become(this.server, ready, id)
    const expected = standing.expected(row, contract[call].success ?? 1)
    const [own, counts, money, real] = [
      await this.db.rowsOf(id),
      await this.db.counts(),
      await this.db.moneyChanges(),
      await this.db.moneyChanges('real'),
    ]

    const reply = await sendReady(this.server, sent)
    this.cells += 1
    this.checkReply(where, reply)
    if (reply.code !== expected) this.fault(where, `answers ${String(reply.code)}, not ${String(expected)}`)
    if (reply.type === '999') this.strangers += 1
    if (reply.type !== 'ok') {
      this.refused += 1
      if ((await this.db.moneyChanges()) !== money) this.fault(where, 'is refused and has moved money')
      if ((await this.db.rowsOf(id)) !== own || (await this.db.counts()) !== counts)
        this.fault(where, 'is refused and has changed something')
    } else if (row.effect !== 'money' && (await this.db.moneyChanges()) !== money) this.fault(where, 'has moved money')
    else if (sent.payload.mode === 'demo' && (await this.db.moneyChanges('real')) !== real)
      this.fault(where, 'has moved real money')
    const { password, email, locked, frozen, identity, advanced_identity, risk_test, mode } = before
    await db
      .updateTable('users')
      .set({ password, email, locked, frozen, identity, advanced_identity, risk_test, mode })
      .where('id', '=', id)
      .execute()
  }

  /** The object of another user gets the same reply as an unknown one, and stays unchanged. */
  async named(call: CallId, field: string, unknown: Code, way: CaseRequest): Promise<void> {
    const where = `${call} with another’s ${field}`
    await this.rest()
    await execute(this.server, call, way)
    const owner = await prepare(this.server, call, way)
    const ownerId = await userOfRequest(this.server, owner)
    const name = owner.payload[field]
    if (typeof name !== 'string') return this.fault(where, 'no user has one')
    const rows = await this.db.rowsOf(ownerId)

    const replies: Reply<CallId>[] = []
    for (const value of [name, this.like(name)]) {
      await this.rest()
      const stranger = await prepare(this.server, call, way)
      if ((await userOfRequest(this.server, stranger)) === ownerId)
        return this.fault(where, 'the stranger is the owner')
      const money = await this.db.moneyChanges()
      const reply = await sendReady(this.server, { ...stranger, payload: { ...stranger.payload, [field]: value } })
      replies.push(reply)
      this.cells += 1
      this.checkReply(where, reply)
      if (reply.code !== unknown) this.fault(where, `answers ${String(reply.code)}, not ${String(unknown)}`)
      if ((await this.db.moneyChanges()) !== money) this.fault(where, 'moves money')
    }
    const [foreign, missing] = replies.map(comparable)
    if (foreign !== missing) this.fault(where, `differs from one that does not exist: ${foreign} and ${missing}`)
    if ((await this.db.rowsOf(ownerId)) !== rows) this.fault(where, 'has changed what is the owner’s')
    await this.rest()
    const reply = await sendReady(this.server, owner)
    if (reply.type !== 'ok') this.fault(where, `the owner is refused afterwards with ${String(reply.code)}`)
  }

  /** An unused id of the same format. */
  private like(name: string): string {
    const of = (letters: string) => () => letters[this.random.int(letters.length)] ?? ''
    return name
      .replaceAll(/\d/g, of('0123456789'))
      .replaceAll(/[a-z]/g, of('abcdefghijklmnopqrstuvwxyz'))
      .replaceAll(/[A-Z]/g, of('ABCDEFGHIJKLMNOPQRSTUVWXYZ'))
  }
}

/** Matches whole words: "person_1" is not part of "person_12". */
const containsWord = (text: string, mark: string): boolean =>
  text
    .split(mark)
    .some((before, at, parts) => at + 1 < parts.length && !/[\w-]$/.test(before) && !/^[\w-]/.test(parts[at + 1] ?? ''))

/** The date and the id of the request differ between any two replies. */
const comparable = (reply: Reply<CallId>): string =>
  JSON.stringify({ ...reply, headers: { ...reply.headers, date: '', 'x-request-id': '' } })
