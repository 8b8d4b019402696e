import type { Kysely } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Tables } from '../../../../src/server/db.ts'
import { ask, type BankConnection } from '../bank/bank-connection.ts'
import { enrol, type Customer } from '../bank/bank-people.ts'
import type { Plant, Workload } from './chaos.ts'
import { openLine, TRANSFERRED } from './line.ts'

const UNIT = 100_000_000n
const PAUSE_MS = 50

/** Stores a copy of a transfer under a posting of something else. */
export async function repeatTransfer(db: Kysely<Tables>): Promise<void> {
  const row = await db.selectFrom('transfers').selectAll().limit(1).executeTakeFirstOrThrow()
  const { id } = await db
    .selectFrom('ledger_posting')
    .select('id')
    .where('reason', '<>', 'transfer')
    .limit(1)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('transfers')
    .values({ ...row, id })
    .execute()
}

export interface TransferOptions {
  people: number
  /** Begin of the keys. */
  name: string
  /** A transfer without an acknowledgement: asks for its outcome, or sends it again with its key until it is acknowledged, as the app does. */
  unanswered: 'ask' | 'repeat'
  /** Time between two transfers of a user: ms. */
  pauseMs?: number
}

/** Users who move one unit to and fro, each over one kept connection. The model is the acknowledged balance of each. */
export class Transfers implements Workload {
  readonly faults: string[] = []
  readonly statuses: Record<string, number> = {}
  readonly counts = { acknowledged: 0, unanswered: 0, executedUnanswered: 0, problems: 0 }
  /** Acknowledged keys. */
  readonly acknowledged: { person: Customer; key: string }[] = []
  /** Longest time between two acknowledgements: ms. */
  longest = 0
  people: Customer[] = []
  private readonly moved = new Map<Customer, bigint>()
  private since = performance.now()
  private isOver = false

  constructor(private readonly options: TransferOptions) {}

  async enrol(database: string): Promise<void> {
    this.people = await enrol(database, this.options.people)
    for (const person of this.people) this.moved.set(person, 0n)
  }

  async live(connections: readonly BankConnection[]): Promise<void> {
    this.since = performance.now()
    await Promise.all(
      this.people.map(async (person, at) => {
        const connection = connections[at % connections.length]
        if (connection) await this.write(person, connection)
      }),
    )
  }

  work = (): number => this.counts.acknowledged
  end = (): void => void (this.isOver = true)

  private async write(person: Customer, connection: BankConnection): Promise<void> {
    const { name, unanswered, pauseMs } = this.options
    const line = openLine(connection.origin)
    for (let round = 0; !this.isOver && this.faults.length === 0; round++) {
      const key = `${name}-${person.user}-${round}`
      const forth = this.moved.get(person) === 0n
      let isDone = await this.send(line, person, key, forth)
      if (unanswered === 'repeat')
        while (!isDone && this.faults.length < 20) {
          await sleep(PAUSE_MS)
          isDone = await this.send(line, person, key, forth)
        }
      if (!isDone) {
        this.counts.unanswered += 1
        isDone = await this.outcome(person, connection, key)
        if (isDone) this.counts.executedUnanswered += 1
      }
      if (isDone) this.moved.set(person, forth ? UNIT : 0n)
      if (pauseMs !== undefined) await sleep(pauseMs)
    }
    line.close()
  }

  private async send(line: ReturnType<typeof openLine>, person: Customer, key: string, forth: boolean) {
    const { status, code } = await line.transfer(person.token, key, forth)
    const answer = status === 0 ? 'none' : `${status} ${code}`
    this.statuses[answer] = (this.statuses[answer] ?? 0) + 1
    if (status === 200 && code === TRANSFERRED) {
      this.counts.acknowledged += 1
      this.acknowledged.push({ person, key })
      this.longest = Math.max(this.longest, performance.now() - this.since)
      this.since = performance.now()
      return true
    }
    if (status >= 500) this.counts.problems += 1
    else if (status !== 0) this.faults.push(`${key} was answered ${status} ${code}`)
    return false
  }

  /** The outcome of a key; the server voids one that it does not have. */
  private async outcome({ token }: Customer, connection: BankConnection, key: string): Promise<boolean> {
    for (;;) {
      const reply = await ask(connection, 'wallet/outcome', { key }, { token })
      if (typeof reply?.data?.done === 'boolean') return reply.data.done
      if (this.isOver && reply === null) return false
      await sleep(PAUSE_MS)
    }
  }

  async inspect(db: Kysely<Tables>, last: boolean): Promise<string[]> {
    const keys = await db.selectFrom('idempotency').select('key').where('call', '=', 'wallet/transfer').execute()
    const stored = new Set(keys.map(({ key }) => key))
    const faults = this.acknowledged
      .filter(({ key }) => !stored.has(key))
      .map(({ key }) => `${key} was acknowledged and is not there`)
    const records = await db.selectFrom('transfers').select('id').execute()
    if (records.length !== stored.size) faults.push(`${stored.size} keys have ${records.length} transfers`)
    if (!last) return faults
    for (const [{ user }, expected] of this.moved) {
      const account = await db
        .selectFrom('ledger_account')
        .select('posted')
        .where('id', '=', `real:${user}:contract:USDT`)
        .executeTakeFirst()
      const posted = account?.posted ?? 0n
      if (posted !== expected) faults.push(`${user} has ${posted} in the contract account instead of ${expected}`)
    }
    return faults
  }

  get plants(): Plant[] {
    const key = this.acknowledged[0]?.key ?? ''
    return [
      {
        name: 'a lost transfer',
        spoil: (db) => db.deleteFrom('idempotency').where('key', '=', key).execute(),
        says: /was acknowledged and is not there/,
      },
      {
        name: 'a transfer that was executed twice',
        spoil: repeatTransfer,
        says: /keys have \d+ transfers/,
      },
    ]
  }

  figures = () => ({ ...this.counts, statuses: this.statuses })
}
