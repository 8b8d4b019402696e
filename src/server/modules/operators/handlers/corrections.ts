import { DecimalError } from '../../../../engine/language/values/decimal.ts'
import type { Money } from '../../../../engine/language/values/units.ts'
import { statusIndex } from '../../../../product/domain/status.ts'
import { offsetOf, pageOf } from '../../../kit/api/page.ts'
import { CURRENCIES, minor } from '../../../kit/ledger/index.ts'
import { newId } from '../../../kit/ledger/id.ts'
import {
  checkPending,
  CORRECTION_SECONDS,
  correctionEntity,
  correctionOf,
  endCorrection,
  listCorrections,
  postCorrection,
  type CorrectionWithAccount,
} from '../corrections.ts'
import type { OperatorHandlers, WriteRequest } from '../handler.ts'
import { refuseOperator } from '../refusal.ts'
import { lockUserForOperator } from './users.ts'

const PAGE = 20

function amountOf(amount: Money, currency: string): bigint {
  if (!CURRENCIES.includes(currency)) throw refuseOperator('currencyNotFound')
  try {
    const units = minor(amount, currency)
    if (units !== 0n) return units
  } catch (error) {
    if (!(error instanceof DecimalError)) throw error
  }
  throw refuseOperator('amountError')
}

/** Throws `postingNotFound` unless the posting has an entry of the user. */
async function checkPosting({ context: { db } }: WriteRequest, user: string, posting: string): Promise<void> {
  const accounts = db.selectFrom('ledger_account').select('id').where('owner', '=', user)
  const entry = await db
    .selectFrom('ledger_transfer')
    .select('line')
    .where('posting', '=', posting)
    .where((eb) => eb.or([eb('payer', 'in', accounts), eb('payee', 'in', accounts)]))
    .executeTakeFirst()
  if (!entry) throw refuseOperator('postingNotFound')
}

/** The correction under the lock of its user, if it waits for a decision. */
async function pendingCorrection(request: WriteRequest, id: string): Promise<CorrectionWithAccount> {
  const { db, clock } = request.context
  await lockUserForOperator(request, (await correctionOf(db, id)).user_id)
  const row = await correctionOf(db, id)
  checkPending(row, clock.now())
  return row
}

/** The data and the change of a decided correction. */
async function decided({ context: { db, clock } }: WriteRequest, before: CorrectionWithAccount) {
  const now = clock.now()
  const data = correctionEntity(await correctionOf(db, before.id), now)
  const states = { before: correctionEntity(before, now), after: data }
  return { data, change: { user: data.user, target: data.id, ...states } }
}

export const handlers = {
  'corrections/list': async ({ page, ...filter }, { context }) => {
    const rows = await listCorrections(context, filter, { offset: offsetOf(page, PAGE), limit: PAGE + 1 })
    const found = pageOf(rows, page, PAGE)
    const now = context.clock.now()
    return { rows: found.rows.map((row) => correctionEntity(row, now)), next: found.next }
  },

  'corrections/propose': async (given, request) => {
    const { context, operator } = request
    const { user, mode, kind, currency, amount, against, corrects = null, reason } = given
    const { account } = await lockUserForOperator(request, user)
    const units = amountOf(amount, currency)
    if (corrects !== null) await checkPosting(request, user, corrects)
    const now = context.clock.now()
    const row = await request.trx
      .insertInto('corrections')
      .values({
        id: newId(context.clock.nowMs()),
        user_id: user,
        mode,
        kind,
        currency,
        amount: units,
        against: against ?? 'corrections',
        corrects,
        reason,
        maker_id: operator.id,
        maker: operator.name,
        checker_id: null,
        checker: null,
        note: null,
        posting: null,
        status: BigInt(statusIndex('correction', 'pending')),
        created: now,
        expires: now + CORRECTION_SECONDS,
        finished: null,
        due: now + CORRECTION_SECONDS,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    const data = correctionEntity({ ...row, account }, now)
    return { data, change: { user, target: data.id, after: data } }
  },

  'corrections/decide': async ({ id, approve, note }, request) => {
    const row = await pendingCorrection(request, id)
    if (row.maker_id === request.operator.id) throw refuseOperator('ownCorrection')
    const outcome = approve
      ? { to: 'posted' as const, posting: await postCorrection(request.context, row) }
      : { to: 'rejected' as const }
    await endCorrection(request.context, row, { ...outcome, note, checker: request.operator })
    return await decided(request, row)
  },

  'corrections/withdraw': async ({ id, reason }, request) => {
    const row = await pendingCorrection(request, id)
    if (row.maker_id !== request.operator.id) throw refuseOperator('foreignCorrection')
    await endCorrection(request.context, row, { to: 'withdrawn', note: reason, checker: null })
    return await decided(request, row)
  },
} satisfies Partial<OperatorHandlers>
