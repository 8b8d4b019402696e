import type { ServerContext } from '../../../context.ts'
import { refuse } from '../../../kit/errors.ts'
import { mailPhraseOf } from '../mailPhrase.ts'
import { notify } from '../notices.ts'
import { visibleText } from '../visibleText.ts'

const MIN_LENGTH = 4

type Inside = Pick<ServerContext, 'db' | 'clock' | 'content'>

/**
 * Sets the anti-phishing phrase of a user, inside a transaction. The notice of it carries the phrase that the owner knows: the one until
 * now, else the first one. Throws `parameterError`.
 */
export async function setMailPhrase(inside: Inside, userId: string, given: string): Promise<void> {
  const phrase = visibleText(given, MIN_LENGTH)
  if (phrase === null) throw refuse('parameterError', { field: 'phrase' })
  const { db } = inside
  const isFirst = (await mailPhraseOf(db, userId)) === null
  if (!isFirst) await notify(inside, userId, 'mailPhraseSet', {})
  await db
    .insertInto('mail_phrases')
    .values({ user_id: userId, phrase })
    .onConflict((on) => on.column('user_id').doUpdateSet({ phrase }))
    .execute()
  if (isFirst) await notify(inside, userId, 'mailPhraseSet', {})
}

/** Removes the phrase of a user, inside a transaction; the notice of it still carries the phrase. Throws `statusAbnormal` if there is none. */
export async function removeMailPhrase(inside: Inside, userId: string): Promise<void> {
  if ((await mailPhraseOf(inside.db, userId)) === null) throw refuse('statusAbnormal')
  await notify(inside, userId, 'mailPhraseRemoved', {})
  await inside.db.deleteFrom('mail_phrases').where('user_id', '=', userId).execute()
}
