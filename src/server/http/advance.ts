import type { FastifyInstance } from 'fastify'
import { asUnixSeconds } from '../../core/time.ts'
import { createContent } from '../content/content.ts'
import type { ServerContext } from '../context.ts'
import { PUBLISHED } from '../identity/seed.ts'
import { inTransaction } from '../storage/transaction.ts'

type Timed = Pick<ServerContext, 'db' | 'clock'>

const FACT = 'advanced'
/** So often a process looks whether another one has moved the time on. */
const LOOK_MS = 500

/** Seconds that the clock of this database has been moved on by. */
export async function advancedBy({ db }: Pick<Timed, 'db'>): Promise<number> {
  const row = await db.selectFrom('facts').select('value').where('name', '=', FACT).executeTakeFirst()
  return Number(row?.value ?? '0')
}

/** Adds to what is kept, so that a server that starts again goes on at the time that its data has reached. */
export async function keepAdvanced({ db }: Pick<Timed, 'db'>, seconds: number): Promise<void> {
  await inTransaction(db, [FACT], async (trx) => {
    const value = String((await advancedBy({ db: trx })) + seconds)
    await trx.insertInto('facts').values({ name: FACT, value }).onConflict((on) => on.column('name').doUpdateSet({ value })).execute()
  })
}

/** The clock of a process, which goes where its database says, whichever process was told to move the time on. */
export interface Timekeeper {
  /** Settles when what is due here has been done. */
  advance(seconds: number): Promise<void>
  /** Before each call, and twice a second for the jobs, looks how far the time has come, and whether the database was begun anew. Answers with what stops it. */
  follow(app: FastifyInstance, context: ServerContext): () => void
}

export async function keepTime({ db, clock }: Timed): Promise<Timekeeper> {
  let reached = await advancedBy({ db })
  let moving = clock.advance(reached)
  await moving

  async function look(): Promise<void> {
    const further = (await advancedBy({ db })) - reached
    // Less is a database that is just being emptied.
    if (further <= 0) return
    reached += further
    moving = clock.advance(further)
  }
  /** Another process has emptied the database and seeded it again: what is told of it is as old as that. */
  async function renew(context: ServerContext): Promise<void> {
    const row = await db.selectFrom('facts').select('value').where('name', '=', PUBLISHED).executeTakeFirst()
    if (row && Number(row.value) !== context.content.published) context.content = createContent(asUnixSeconds(Number(row.value)))
  }

  return {
    async advance(seconds) {
      // Kept first: what becomes due by it must not be of a time that a restart would not know.
      await keepAdvanced({ db }, seconds)
      await look()
      await moving
    },
    follow(app, context) {
      // While the database is away, so is whatever would be done by the time.
      const quietly = (): Promise<unknown> => Promise.all([look(), renew(context)]).catch(() => undefined)
      app.addHook('onRequest', quietly)
      const timer = setInterval(() => void quietly(), LOOK_MS)
      timer.unref()
      return () => clearInterval(timer)
    },
  }
}
