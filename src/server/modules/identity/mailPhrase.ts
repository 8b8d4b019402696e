import type { Kysely } from 'kysely'
import type { ServerContext } from '../../context.ts'
import type { Tables } from '../../db.ts'

/** Characters of a phrase that a session shows. */
const SHOWN = 2

/** The anti-phishing phrase of a user; null: none is set. */
export async function mailPhraseOf(db: Kysely<Tables>, userId: string): Promise<string | null> {
  const row = await db.selectFrom('mail_phrases').select('phrase').where('user_id', '=', userId).executeTakeFirst()
  return row?.phrase ?? null
}

/** The beginning of a phrase, by which its user recognizes it. */
export const beginningOf = (phrase: string): string => [...phrase].slice(0, SHOWN).join('')

/** The line of an e-mail with the anti-phishing phrase of the user, in the user's language; null: the address is bound to no user, or the user has set none. */
export async function phraseLine(
  { db, content }: Pick<ServerContext, 'db' | 'content'>,
  of: { id: string } | { email: string },
): Promise<string | null> {
  const query = db
    .selectFrom('mail_phrases')
    .innerJoin('users', 'users.id', 'mail_phrases.user_id')
    .select(['phrase', 'lang'])
  const row = await (
    'id' in of ? query.where('users.id', '=', of.id) : query.where('users.email', '=', of.email)
  ).executeTakeFirst()
  return row ? content.template(row.lang, 'mailPhrase', { phrase: row.phrase }).text : null
}
