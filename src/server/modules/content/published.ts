import { asUnixSeconds } from '../../../engine/language/values/time.ts'
import type { UnixSeconds } from '../../../engine/language/values/units.ts'
import type { ServerContext } from '../../context.ts'
import { createdFact, factOf } from '../../kit/storage/facts.ts'
import { createContent } from './content.ts'

const PUBLISHED_KEY = 'published'

/** Publication time of the content: the first start of this database. */
export async function publishedAt({ db, clock }: Pick<ServerContext, 'db' | 'clock'>): Promise<UnixSeconds> {
  return asUnixSeconds(Number(await createdFact(db, PUBLISHED_KEY, String(clock.now()))))
}

/** Rebuilds the content when another process has reset and reseeded the database. */
export async function reloadContent(context: ServerContext): Promise<void> {
  const published = await factOf(context.db, PUBLISHED_KEY)
  if (published !== undefined && Number(published) !== context.content.published)
    context.content = createContent(asUnixSeconds(Number(published)))
}
