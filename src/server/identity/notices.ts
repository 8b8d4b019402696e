import type { ServerContext } from '../context.ts'
import { targetOf } from './codes.ts'
import { addMessage } from './messages.ts'
import { newToken, sha256 } from './random.ts'

/** How long the link of a notice freezes the account. */
export const FREEZE_LINK_SECONDS = 7 * 24 * 3600

/**
 * Notifies a user of a change of the account or a withdrawal: by a message in the app, and by e-mail and text message to the addresses
 * that are stored when it is called, with a link that freezes the account. Cannot be switched off.
 */
export async function notify(
  { db, clock, content }: Pick<ServerContext, 'db' | 'clock' | 'content'>,
  userId: string,
  template: string,
  params: Record<string, string>,
  at: number = clock.now(),
): Promise<void> {
  await addMessage(db, userId, template, params, at)
  const { lang, email, phone, frozen } = await db
    .selectFrom('users')
    .select(['lang', 'email', 'phone', 'frozen'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const { title, text } = content.template(lang, template, params)
  const targets = [
    ...(email === null ? [] : [{ kind: 'mail' as const, target: targetOf('mail', email) }]),
    ...(phone === null ? [] : [{ kind: 'sms' as const, target: targetOf('sms', phone) }]),
  ]
  for (const { kind, target } of targets) {
    let link: string | null = null
    if (frozen === 0n) {
      const token = newToken()
      link = `/h5/#/pages/user/freeze?token=${token}`
      await db
        .insertInto('freeze_links')
        .values({ hash: sha256(token), user_id: userId, expires: clock.now() + FREEZE_LINK_SECONDS })
        .execute()
    }
    const advice = link === null ? '' : ` ${content.template(lang, 'notMe', {}).text}`
    await db
      .insertInto('notices')
      .values({ kind, target, title, text: text + advice, link, created: clock.now() })
      .execute()
  }
}
