import type { Kysely } from 'kysely'
import type { Money } from '../../../../engine/language/values/units.ts'
import { asUnixSeconds } from '../../../../engine/language/values/time.ts'
import { compare } from '../../../../engine/language/values/decimal.ts'
import { statusIndex } from '../../../../product/domain/status.ts'
import type { Deposit } from '../../../../generated/entities.ts'
import type { ServerContext } from '../../../context.ts'
import { ownRow } from '../../../kit/ownRow.ts'
import type { Tables } from '../../../db.ts'
import { Refusal, refuse } from '../../../kit/errors.ts'
import { decimal, type Mode } from '../../../kit/ledger/index.ts'
import { newId } from '../../../kit/ledger/id.ts'
import { writeReceipt } from '../receipts/write.ts'
import { signedUrlOf } from '../../content/uploads/signedUrl.ts'
import { useUpload } from '../../content/uploads/uses.ts'
import { checkRealAccountActive } from '../wallet/accountChecks.ts'
import { amountOf } from '../wallet/transfers.ts'
import { optionOf, type DepositMethod } from './options.ts'
import type { DepositRow } from './tables.ts'

/** Converts a stored deposit to its entity. The URL of the screenshot is signed at `now`, Unix seconds. */
export async function depositEntity(db: Kysely<Tables>, row: DepositRow, now: number): Promise<Deposit> {
  return {
    id: row.id,
    mode: row.mode,
    channel: row.channel,
    currency: row.currency,
    network: row.network,
    amount: decimal(row.amount, row.currency),
    status: Number(row.status),
    reason: row.reason,
    screenshot: await signedUrlOf(db, row.upload_id, now),
    time: asUnixSeconds(row.created),
    reviewed: row.reviewed === null ? null : asUnixSeconds(row.reviewed),
    finished: row.finished === null ? null : asUnixSeconds(row.finished),
  }
}

/** Returns one deposit of this user. Throws `dataNotFound` if it does not exist or belongs to another user. */
export const depositOf = (db: Kysely<Tables>, userId: string, id: string): Promise<DepositRow> =>
  ownRow(db, 'deposits', userId, id)

/** Fields common to all receipts of a deposit. */
export const receiptOf = ({ id, user_id: userId, mode, currency }: DepositRow) =>
  ({ userId, mode, kind: 'deposit', record: id, currency }) as const

const PURPOSE = 'deposit'

export interface DepositInput extends DepositMethod {
  mode: Mode
  amount: Money
  screenshot: string
}

/** Marks the screenshot as used by this deposit and returns its hash. Refuses an image that another deposit of any user, or a verification, uses. */
async function useScreenshot(db: Kysely<Tables>, userId: string, id: string, now: number): Promise<string> {
  await useUpload(db, { uploadId: id, userId, purpose: PURPOSE }, now).catch(async (error: unknown) => {
    if (!(error instanceof Refusal)) throw error
    if (error.code === 'dataNotFound') throw refuse('slipNotFound')
    const use = await db.selectFrom('upload_uses').select('purpose').where('upload_id', '=', id).executeTakeFirst()
    throw use && use.purpose !== PURPOSE ? refuse('slipStatusAbnormal') : error
  })
  const { hash } = await db.selectFrom('uploads').select('hash').where('id', '=', id).executeTakeFirstOrThrow()
  return hash
}

/** Records a reported payment, in the transaction of a money call. */
export async function addDeposit(
  context: ServerContext,
  userId: string,
  { mode, channel, currency, network = null, amount, screenshot }: DepositInput,
): Promise<DepositRow> {
  const { db, clock, operator } = context
  await checkRealAccountActive(db, userId, mode)
  const { minimum, maximum } = optionOf(operator, { channel, currency, network })
  const units = amountOf(amount, currency)
  if (units <= 0n) throw refuse('amountError')
  if (compare(amount, minimum) < 0) throw refuse('minimumDeposit', { amount: minimum, currency })
  if (compare(amount, maximum) > 0) throw refuse('amountAboveMaximum', { amount: maximum, currency })

  const now = clock.now()
  const hash = await useScreenshot(db, userId, screenshot, now)
  const row = {
    id: newId(clock.nowMs()),
    user_id: userId,
    mode,
    channel,
    currency,
    network,
    amount: units,
    status: BigInt(statusIndex('deposit', 'callback')),
    reason: null,
    upload_id: screenshot,
    hash,
    created: BigInt(now),
    reviewed: null,
    finished: null,
    due: BigInt(now + operator.server.review.deposit),
  }
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('deposits')
    .values(row)
    .onConflict((on) => on.doNothing())
    .executeTakeFirstOrThrow()
  if (!numInsertedOrUpdatedRows) throw refuse('fileExists', { field: null })
  await writeReceipt(context, { ...receiptOf(row), action: 'placed', rule: 'owner' })
  return row
}
