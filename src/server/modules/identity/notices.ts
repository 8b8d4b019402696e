import type { ServerContext } from '../../context.ts'
import { targetOf, type CodeKind } from './codes.ts'
import { phraseLine } from './mailPhrase.ts'
import { addMessage } from './messages.ts'
import { newToken, sha256 } from '../../kit/random.ts'

/** How long the link of a notice freezes the account. */
export const FREEZE_LINK_SECONDS = 7 * 24 * 3600

/** How long an address that was replaced still gets notices: anyone who replaced it must not silence the owner. */
const FORMER_SECONDS = 7 * 24 * 3600

const FORMER = { mail: 'former_emails', sms: 'former_phones' } as const

/** Keeps the e-mail address or the phone of a user for notices, in the transaction that replaces it. */
export async function keepForNotices(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  userId: string,
  kind: CodeKind,
  address: string,
): Promise<void> {
  const until = clock.now() + FORMER_SECONDS
  await db
    .insertInto(FORMER[kind])
    .values({ user_id: userId, target: targetOf(kind, address), until })
    .onConflict((on) => on.columns(['user_id', 'target']).doUpdateSet({ until }))
    .execute()
}

/**
 * Notifies a user of a change of the account or a withdrawal: by a message in the app, and by e-mail and text message to the addresses
 * that are stored when it is called or were replaced within the last week, with a link that freezes the account. Cannot be switched off.
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
  const targets: { kind: CodeKind; target: string }[] = []
  for (const [kind, address] of [
    ['mail', email],
    ['sms', phone],
  ] as const) {
    const former = await db
      .selectFrom(FORMER[kind])
      .select('target')
      .where('user_id', '=', userId)
      .where('until', '>', BigInt(clock.now()))
      .execute()
    const all = [...(address === null ? [] : [targetOf(kind, address)]), ...former.map(({ target }) => target)]
    targets.push(...[...new Set(all)].map((target) => ({ kind, target })))
  }
  const line = targets.some(({ kind }) => kind === 'mail') ? await phraseLine({ db, content }, { id: userId }) : null
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
      .values({
        kind,
        target,
        title,
        text: text + advice,
        link,
        created: clock.now(),
        phrase: kind === 'mail' ? line : null,
      })
      .execute()
  }
}
