import type { Kysely } from 'kysely'
import { DEFAULT_CONFIG } from '../../../../src/server/config.ts'
import type { Tables } from '../../../../src/server/db.ts'
import { unseen, type Plant, type Workload } from '../chaos/chaos.ts'
import { repeatTransfer } from '../chaos/transfers.ts'
import { createRandom } from '../random.ts'
import { countReviews, inspect } from './bank-books.ts'
import { BankClient, type Bank } from './bank-client.ts'
import type { BankConnection } from './bank-connection.ts'
import { enrol, type Customer } from './bank-people.ts'
import { KINDS, type AccountName } from './bank-postings.ts'
import type { Reviews } from './bank-reviews.ts'

/** Short reviews, so that many fall between two kills, and no turnover before a withdrawal. */
export const OPERATOR = {
  server: { review: { ...DEFAULT_CONFIG.server.review, deposit: 1, withdrawal: 1 }, turnover: '0' },
}

/** With fewer postings, the rarer events need not occur. */
const FULL = 1_000

export interface MoneyOptions {
  kinds: keyof typeof KINDS
  people: number
  /** Postings of all users together. */
  postings: number
  seed: number
}

/** Users who deposit, withdraw, transfer and exchange, or who trade. The model is the outcome of each key, and of a bank the balances. */
export class Money implements Workload {
  readonly bank: Bank
  private customers: Customer[] = []
  private clients: BankClient[] = []
  private reviews: Reviews | null = null
  private readonly atStrikes = { unacknowledgedAtStrike: 0, inReviewAtStrike: 0 }
  private strikes = 0

  constructor(private readonly options: MoneyOptions) {
    this.bank = {
      kinds: options.kinds,
      connection: { origin: '', lost: 0, sent: 0 },
      submits: [],
      faults: [],
      counts: {
        refused: 0,
        resent: 0,
        delayed: 0,
        dropped: 0,
        doneUnacknowledged: 0,
        asked: 0,
        voided: 0,
        otherBodyRefused: 0,
        otherKeyRefused: 0,
        lateRefused: 0,
      },
      remaining: options.postings,
      pictures: 0,
    }
  }

  get faults(): string[] {
    return this.bank.faults
  }

  async enrol(database: string): Promise<void> {
    const { people, kinds } = this.options
    this.customers = await enrol(database, people, kinds === 'bank' ? 'customer' : 'trader')
  }

  async live(connections: readonly BankConnection[]): Promise<void> {
    const { seed } = this.options
    const random = createRandom(seed)
    const { connection } = this.bank
    // Each request goes to any process that runs.
    Object.defineProperty(connection, 'origin', { get: () => random.pick(connections).origin })
    this.clients = this.customers.map((person, i) => new BankClient(person, this.bank, createRandom(seed * 1009 + i)))
    await Promise.all(this.clients.map((client) => client.live()))
  }

  work = (): number => this.options.postings - this.bank.remaining
  /** The postings end by themselves. */
  end = (): void => undefined
  pending = (db: Kysely<Tables>): Promise<number> =>
    this.options.kinds === 'bank' ? countReviews(db) : Promise.resolve(0)

  async inspect(db: Kysely<Tables>, last: boolean): Promise<string[]> {
    const faults: string[] = []
    const { reviews, unacknowledged } = await inspect(db, this.bank, faults, last)
    this.reviews = reviews
    if (last) return this.options.kinds === 'bank' ? [...faults, ...(await this.balanceFaults(db))] : faults
    this.strikes += 1
    this.atStrikes.unacknowledgedAtStrike += unacknowledged
    this.atStrikes.inReviewAtStrike += reviews?.inReview ?? 0
    return faults
  }

  /** The balances of the users of a bank after all reviews; nothing of them is held. */
  private async balanceFaults(db: Kysely<Tables>): Promise<string[]> {
    const accounts = await db.selectFrom('ledger_account').selectAll().where('owner', '<>', 'system').execute()
    return this.clients.flatMap(({ person: { user }, balances }) => {
      const own = accounts.filter(({ owner }) => owner === user)
      const faults = own.length < balances.size ? [`${user} has ${own.length} accounts`] : []
      for (const { mode, kind, currency, posted, held } of own) {
        const expected = balances.get(`${mode} ${kind} ${currency}` as AccountName) ?? 0n
        if (posted !== expected)
          faults.push(`${user} has ${posted} in ${mode} ${kind} ${currency} instead of ${expected}`)
        if (held !== 0n) faults.push(`${user} has ${held} of ${mode} ${kind} ${currency} still held`)
      }
      return faults
    })
  }

  unseen(): string[] {
    const { kinds, postings } = this.options
    const { bank, reviews, done } = this
    const { refused, doneUnacknowledged, voided, otherBodyRefused, otherKeyRefused, ...counts } = bank.counts
    const isFull = postings >= FULL
    const ended = (reviews?.paid ?? 0) + (reviews?.givenBack ?? 0)
    const [credited, uncredited] = [reviews?.credited ?? 0, reviews?.uncredited ?? 0]
    const seen = Object.values(done).reduce((sum, count) => sum + count, 0)
    return [
      ...unseen({
        ...done,
        ...counts,
        lost: bank.connection.lost,
        // The few lost replies of a short run may all be of executed postings, or of others; its few reviews may end the same way.
        ...(isFull ? { doneUnacknowledged, voided } : { resolved: doneUnacknowledged + voided }),
        ...(kinds === 'bank' && {
          otherBodyRefused,
          otherKeyRefused,
          ...(isFull
            ? { refused, credited, uncredited, paid: reviews?.paid ?? 0, givenBack: reviews?.givenBack ?? 0 }
            : { reviewed: credited + uncredited, ended }),
          ...(this.strikes > 0 && { inReviewAtStrike: this.atStrikes.inReviewAtStrike }),
        }),
      }),
      ...(seen < postings / 2 ? [`only ${seen} of ${postings} postings were made`] : []),
    ]
  }

  /** Executed postings of each kind. */
  private get done(): Record<string, number> {
    const { submits, kinds } = this.bank
    return Object.fromEntries(
      KINDS[kinds].map((kind) => [kind, submits.filter((submit) => submit.kind === kind && submit.done).length]),
    )
  }

  get plants(): Plant[] {
    const key = this.bank.submits.find(({ done }) => done)?.key ?? ''
    return [
      {
        name: 'a lost posting',
        spoil: (db) => db.deleteFrom('idempotency').where('key', '=', key).execute(),
        says: /was acknowledged and is not there/,
      },
      {
        name: 'a posting under another key',
        spoil: (db) =>
          db.updateTable('idempotency').set({ reply: '{"id":"planted"}' }).where('key', '=', key).execute(),
        says: /is not there as it was asked for/,
      },
      {
        name: 'a posting that was executed twice',
        spoil: async (db) => {
          if (this.options.kinds === 'bank') return await repeatTransfer(db)
          const row = await db.selectFrom('seconds_orders').selectAll().limit(1).executeTakeFirstOrThrow()
          const hold = await db
            .selectFrom('ledger_hold')
            .selectAll()
            .where('id', '=', row.hold)
            .executeTakeFirstOrThrow()
          await db
            .insertInto('ledger_hold')
            .values({ ...hold, id: 'planted', key: null })
            .execute()
          await db
            .insertInto('seconds_orders')
            .values({ ...row, id: 'planted', hold: 'planted' })
            .execute()
        },
        says: /keys of \w+ have \d+ records/,
      },
    ]
  }

  figures = () => ({
    people: this.options.people,
    postings: this.options.postings,
    ...this.done,
    ...this.bank.counts,
    ...this.reviews,
    ...this.atStrikes,
    requests: this.bank.connection.sent,
    answersLost: this.bank.connection.lost,
  })
}
