import type { FastifyInstance } from 'fastify'
import { asUnixSeconds } from '../../core/time.ts'
import { createContent } from '../content/content.ts'
import type { ServerContext } from '../context.ts'
import { PUBLISHED_KEY } from '../identity/seed.ts'
import { inTransaction } from '../storage/transaction.ts'

type OffsetContext = Pick<ServerContext, 'db' | 'clock'>

const OFFSET_KEY = 'advanced'
/** So often a process looks whether another one has moved the time on. */
const POLL_MS = 500

/** Seconds that the clock of this database has been moved on by. */
export async function readOffset({ db }: Pick<OffsetContext, 'db'>): Promise<number> {
  const row = await db.selectFrom('facts').select('value').where('name', '=', OFFSET_KEY).executeTakeFirst()
  return Number(row?.value ?? '0')
}

/** Adds to what is kept, so that a server that starts again goes on at the time that its data has reached. */
export async function addOffset({ db }: Pick<OffsetContext, 'db'>, seconds: number): Promise<void> {
  await inTransaction(db, [OFFSET_KEY], async (trx) => {
    const value = String((await readOffset({ db: trx })) + seconds)
    await trx.insertInto('facts').values({ name: OFFSET_KEY, value }).onConflict((on) => on.column('name').doUpdateSet({ value })).execute()
  })
}

/** The clock of a process, which goes where its database says, whichever process was told to move the time on. */
export interface ClockOffset {
  /** Settles when what is due here has been done. */
  advance(seconds: number): Promise<void>
  /** Before each call, and twice a second for the jobs, looks how far the time has come, and whether the database was begun anew. Answers with what stops it. */
  follow(app: FastifyInstance, context: ServerContext): () => void
}

export async function createClockOffset({ db, clock }: OffsetContext): Promise<ClockOffset> {
  let applied = await readOffset({ db })
  let advancing = clock.advance(applied)
  await advancing

  async function applyOffset(): Promise<void> {
    const delta = (await readOffset({ db })) - applied
    // Less is a database that is just being emptied.
    if (delta <= 0) return
    applied += delta
    advancing = clock.advance(delta)
  }
  /** Another process has emptied the database and seeded it again: what is told of it is as old as that. */
  async function reloadContent(context: ServerContext): Promise<void> {
    const row = await db.selectFrom('facts').select('value').where('name', '=', PUBLISHED_KEY).executeTakeFirst()
    if (row && Number(row.value) !== context.content.published) context.content = createContent(asUnixSeconds(Number(row.value)))
  }

  return {
    async advance(seconds) {
      // Kept first: what becomes due by it must not be of a time that a restart would not know.
      await addOffset({ db }, seconds)
      await applyOffset()
      await advancing
    },
    follow(app, context) {
      // While the database is away, so is whatever would be done by the time.
      const poll = (): Promise<unknown> => Promise.all([applyOffset(), reloadContent(context)]).catch(() => undefined)
      app.addHook('onRequest', poll)
      const timer = setInterval(() => void poll(), POLL_MS)
      timer.unref()
      return () => clearInterval(timer)
    },
  }
}
