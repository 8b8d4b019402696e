import type { FastifyInstance } from 'fastify'
import type { ServerContext } from '../../context.ts'
import { factOf, storeFact } from '../storage/facts.ts'
import { inTransaction } from '../storage/transaction.ts'
import { report } from '../../../engine/language/report.ts'

type OffsetContext = Pick<ServerContext, 'db' | 'clock'>

const OFFSET_KEY = 'advanced'
/** Poll interval for an offset changed by another process. */
const POLL_MS = 500

/** Clock offset of this database, in seconds. */
export async function readOffset({ db }: Pick<OffsetContext, 'db'>): Promise<number> {
  return Number((await factOf(db, OFFSET_KEY)) ?? '0')
}

/** Adds to the stored offset, so that a restarted server continues at the time its data has reached. */
export async function addOffset({ db }: Pick<OffsetContext, 'db'>, seconds: number): Promise<void> {
  await inTransaction(db, [OFFSET_KEY], async (trx) => {
    await storeFact(trx, OFFSET_KEY, String((await readOffset({ db: trx })) + seconds))
  })
}

/** Clock offset of a process. It follows the offset stored in the database, which any process may increase. */
export interface ClockOffset {
  /** Adds to the offset and resolves when the due jobs of this process have run. */
  advance(seconds: number): Promise<void>
  /** Polls the offset, and calls `refresh`, before each call and every 500 ms. Returns the function that stops polling. */
  follow(app: FastifyInstance, refresh: () => Promise<void>): () => void
}

/** Advances the clock of this process by the stored offset. Resolves when the due jobs have run. */
export async function createClockOffset({ db, clock }: OffsetContext): Promise<ClockOffset> {
  let applied = await readOffset({ db })
  let advancing = clock.advance(applied)
  await advancing

  async function applyOffset(): Promise<void> {
    const delta = (await readOffset({ db })) - applied
    // A smaller offset means that the database is being reset.
    if (delta <= 0) return
    applied += delta
    advancing = clock.advance(delta)
  }

  return {
    async advance(seconds) {
      // The offset is stored first, so that a restart knows the time of everything that becomes due.
      await addOffset({ db }, seconds)
      await applyOffset()
      await advancing
    },
    follow(app, refresh) {
      // While the database is unreachable, the offset does not change.
      const poll = (): Promise<unknown> =>
        Promise.all([applyOffset(), refresh()]).catch((error: unknown) => report(error, 'poll of the clock offset'))
      app.addHook('onRequest', poll)
      const timer = setInterval(() => void poll(), POLL_MS)
      timer.unref()
      return () => clearInterval(timer)
    },
  }
}
