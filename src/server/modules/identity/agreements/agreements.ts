import { asUnixSeconds } from '../../../../engine/language/values/time.ts'
import type { ServerContext } from '../../../context.ts'
import type { UserRow } from '../tables.ts'
import type { AgreedDocument, Agreement } from './documents.ts'

/** Stores that a user agrees to a document now. An earlier agreement to the same version stays. */
export async function recordAgreement(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  userId: string,
  document: AgreedDocument,
  version: string,
): Promise<void> {
  await db
    .insertInto('agreements')
    .values({ user_id: userId, document, version, created: clock.now() })
    .onConflict((on) => on.columns(['user_id', 'document', 'version']).doNothing())
    .execute()
}

/** Documents of a registration before each had a row. The privacy policy was not among them. */
const EARLIER_DOCUMENTS = ['terms', 'risk'] as const satisfies readonly AgreedDocument[]

/** The documents that a user has agreed to, earliest first. */
export async function agreementsOf({ db }: Pick<ServerContext, 'db'>, user: UserRow): Promise<Agreement[]> {
  const rows = await db
    .selectFrom('agreements')
    .select(['document', 'version', 'created'])
    .where('user_id', '=', user.id)
    .orderBy('created')
    .orderBy('document')
    .execute()
  const stored = rows.map(({ document, version, created }) => ({ document, version, time: asUnixSeconds(created) }))
  const { terms_version: version, terms_time: agreed } = user
  if (version === null || agreed === null || stored.some(({ document }) => document === 'terms')) return stored
  return [...EARLIER_DOCUMENTS.map((document) => ({ document, version, time: asUnixSeconds(agreed) })), ...stored]
}
