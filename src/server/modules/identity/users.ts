import type { Kysely, Transaction } from 'kysely'
import { asUnixSeconds } from '../../../engine/language/values/time.ts'
import { mayTrade } from '../../../product/accessRules.ts'
import { CREDIT_POINTS, creditScoreOf } from '../../../product/domain/credit.ts'
import type { Invite, User } from '../../../generated/entities.ts'
import { recordAgreement } from './agreements/agreements.ts'
import { REGISTRATION_DOCUMENTS } from './agreements/documents.ts'
import type { ServerContext } from '../../context.ts'
import { LATEST_CREATED_FIRST, readPage, type Page, type PageInput } from '../../kit/api/page.ts'
import type { Tables } from '../../db.ts'
import { refuse } from '../../kit/errors.ts'
import { isOverdue } from '../wealth/loans/terms.ts'
import { hasPayee } from '../money/payees/payees.ts'
import { isRiskTested } from '../trading/riskTest/riskTest.ts'
import { pauseEntity, pauseOf } from '../money/selfLimits/pauses.ts'
import { signedUrlOf } from '../content/uploads/signedUrl.ts'
import { hasTwoFactor } from './security/twoFactor.ts'
import { addMessage, unreadCount } from './messages.ts'
import { newId } from '../../kit/random.ts'
import { isInviteCode, newInviteCode } from './inviteCode.ts'
import type { UserRow } from './tables.ts'
import { watchlistOf } from './watchlist.ts'
import { waitingCount } from '../trading/alerts/alerts.ts'
import { runningCount } from '../trading/seconds/runningCount.ts'
import { openOrderCount } from '../trading/spot/openCount.ts'

/** A session keeps its user longer than the URL of other pictures is valid. */
const AVATAR_SECONDS = 86_400

/** Masks a name: "demo" as "de**", so that an inviter recognises a friend. */
export const masked = (account: string): string =>
  account.slice(0, 2) + '*'.repeat(Math.max(2, Math.min(account.length - 2, 6)))

/** The end of an id that a cursor omits: the inviter gets no id of an invited user. The other 48 bits sort the users of one second. */
const OMITTED = 8
/** Sorts after every id with the same beginning: "z" is the last character of ids. */
const LAST_END = 'z'.repeat(OMITTED)

/** Returns one page of the users invited by a user, latest first, with masked names. */
export async function invites(db: Kysely<Tables>, userId: string, { page, after }: PageInput): Promise<Page<Invite>> {
  const { cursor, ...found } = await readPage(
    db.selectFrom('users').select(['id', 'account', 'created']).where('referrer_id', '=', userId),
    LATEST_CREATED_FIRST,
    { page, after: after && after + LAST_END },
    ({ account, created }): Invite => ({ account: masked(account), time: asUnixSeconds(created) }),
  )
  return { ...found, ...(cursor && { cursor: cursor.slice(0, -OMITTED) }) }
}

/** The user entity of the contract; it contains no secret. */
export async function userEntity(
  { db, clock, content }: Pick<ServerContext, 'db' | 'clock' | 'content'>,
  row: UserRow,
): Promise<User> {
  const loanOverdue = await isOverdue({ db, clock }, row.id)
  const pause = await pauseOf({ db, clock }, row.id)
  return {
    id: row.id,
    account: row.account,
    nickname: row.nickname,
    avatar: row.avatar === null ? null : await signedUrlOf(db, row.avatar, clock.now(), AVATAR_SECONDS),
    phone: row.phone,
    email: row.email,
    country: row.country,
    firstName: row.first_name,
    lastName: row.last_name,
    inviteCode: row.invite_code,
    inviteList: (await invites(db, row.id, {})).rows,
    mode: row.mode,
    lang: row.lang as User['lang'],
    identity: Number(row.identity),
    advancedIdentity: Number(row.advanced_identity),
    mayTrade: mayTrade({ identity: Number(row.identity), mode: row.mode }),
    riskTested: isRiskTested(content, row),
    hasPayPassword: row.pay_password !== null,
    hasTwoFactor: await hasTwoFactor(db, row.id),
    hasWithdrawalAddress: await hasPayee(db, row.id),
    creditScore: creditScoreOf(Number(row.credit_score), loanOverdue),
    loanOverdue,
    terms:
      row.terms_version === null || row.terms_time === null
        ? null
        : { version: row.terms_version, time: asUnixSeconds(row.terms_time) },
    watchlist: await watchlistOf(db, row.id),
    waitingOrders: await openOrderCount(db, row.id),
    runningContracts: await runningCount(db, row.id),
    waitingAlerts: await waitingCount(db, row.id),
    unreadMessages: await unreadCount(db, row.id),
    pause: pause && pauseEntity(pause),
    frozen: row.frozen === 1n,
    time: asUnixSeconds(row.created),
  }
}

export interface NewUser {
  account: string
  phone?: string | null
  email?: string | null
  password: string
  country: string
  referrerId: string | null
  lang: string
  /** Version of the terms that the user agrees to now. */
  terms: string
  inviteCode?: string
}

/** Creates a user with both accounts and their opening balances, in the given transaction. The caller checks uniqueness in it. */
export async function createUser(context: ServerContext, trx: Transaction<Tables>, user: NewUser): Promise<string> {
  const id = newId()
  const now = context.clock.now()
  await trx
    .insertInto('users')
    .values({
      id,
      account: user.account,
      phone: user.phone ?? null,
      email: user.email ?? null,
      country: user.country,
      first_name: null,
      last_name: null,
      password: user.password,
      pay_password: null,
      invite_code: user.inviteCode ?? newInviteCode(),
      referrer_id: user.referrerId,
      mode: 'real',
      lang: user.lang,
      identity: 0,
      advanced_identity: 0,
      credit_score: CREDIT_POINTS.registered,
      frozen: 0,
      locked: 0,
      created: now,
      terms_version: user.terms,
      terms_time: now,
      risk_test: null,
      first_steps_dismissed: null,
      closed: null,
    })
    .execute()
  for (const document of REGISTRATION_DOCUMENTS)
    await recordAgreement({ ...context, db: trx }, id, document, user.terms)
  await context.ledger.withTransaction(trx).openAccounts(id, context.operator.server.opening)
  await addMessage(trx, id, 'welcome', { name: user.account }, now)
  return id
}

/** The user an invite code belongs to; null without a code. Throws a refusal if the operator requires one. */
export async function referrerOf(
  { operator }: ServerContext,
  db: Kysely<Tables>,
  code: string | null | undefined,
): Promise<string | null> {
  const normalized = code?.toUpperCase() ?? ''
  if (normalized === '') {
    if (operator.app.inviteRequired) throw refuse('missingParameter', { name: 'inviteCode' })
    return null
  }
  const row = await db.selectFrom('users').select('id').where('invite_code', '=', normalized).executeTakeFirst()
  if (!row) throw refuse(isInviteCode(normalized) ? 'referrerNotFound' : 'wrongInviteCode')
  return row.id
}
