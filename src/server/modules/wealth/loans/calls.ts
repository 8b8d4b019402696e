import { asUnixSeconds } from '../../../../engine/language/values/time.ts'
import type { LoanPayment } from '../../../../generated/entities.ts'
import type { Handlers } from '../../../handler.ts'
import { LATEST_FIRST, readPage } from '../../../kit/api/page.ts'
import { decimal } from '../../../kit/ledger/index.ts'
import { applyForLoan, loanEntity, loanOf, statisticsOf } from './loans.ts'
import { repay, repaymentOf } from './repay.ts'
import { priceOf, quoteEntity, termsOf } from './terms.ts'

const REPAYMENTS = [
  { column: 'time', type: 'integer', direction: 'desc' },
  { column: 'id', type: 'id', direction: 'desc' },
] as const

export const calls = {
  'lh/loan/config': async ({ mode }, { user, context }) => await termsOf(context, user.id, mode),

  'lh/loan/order': async ({ status, id, page, after }, { user, context: { db } }) => {
    if (typeof id === 'string') return { rows: [loanEntity(await loanOf(db, user.id, id))], next: null }
    let query = db.selectFrom('loans').selectAll().where('user_id', '=', user.id)
    if (typeof status === 'number') query = query.where('status', '=', BigInt(status))
    return await readPage(query, LATEST_FIRST, { page, after }, loanEntity)
  },

  'lh/loan/quote': ({ mode, ...input }, { context }) => ({
    ...quoteEntity(
      mode,
      context.operator.server,
      context.clock.now(),
      context.content.agreements,
      priceOf(context, input),
    ),
    lasts: context.operator.server.quoteSeconds,
  }),

  'lh/loan/repay_quote': async ({ id, currency, amount }, { user, context: { db, operator } }) => ({
    ...repaymentOf(await loanOf(db, user.id, id), currency, amount ?? null),
    lasts: operator.server.quoteSeconds,
  }),

  'lh/loan/repayment': async ({ mode, id, currency, amount, interest, principal }, { user, context }) =>
    loanEntity(await repay(context, user.id, { mode, id, currency, amount, interest, principal })),

  'lh/loan/repayments': async ({ id: loan, page, after }, { user, context: { db } }) => {
    const { currency } = await loanOf(db, user.id, loan)
    const money = (units: bigint) => decimal(units, currency)
    const query = db
      .selectFrom('loan_repayments')
      .selectAll()
      .where('loan_id', '=', loan)
      .where('user_id', '=', user.id)
    return await readPage(query, REPAYMENTS, { page, after }, ({ id, amount, interest, time }): LoanPayment => ({
      id,
      currency,
      amount: money(amount),
      interest: money(interest),
      principal: money(amount - interest),
      time: asUnixSeconds(time),
    }))
  },

  'lh/loan/statistics': async (_, { user, context }) => await statisticsOf(context, user.id),

  'lh/loan/submit': async ({ mode, currency, amount, days, fee, net, interest, due, terms }, { user, context }) =>
    loanEntity(await applyForLoan(context, user.id, { mode, currency, amount, days, fee, net, interest, due, terms })),
} satisfies Partial<Handlers>
