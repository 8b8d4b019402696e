import { endOfTerm } from '../../../../product/finance/days.ts'
import { settlementTimes } from '../../../../product/finance/interest.ts'
import { addSeconds, asUnixSeconds } from '../../../../engine/language/values/time.ts'
import type { Handlers } from '../../../handler.ts'
import { LATEST_FIRST, readPage } from '../../../kit/api/page.ts'
import { decimal } from '../../../kit/ledger/index.ts'
import { addOrder, orderEntity, orderOf } from './orders.ts'
import { nameOf, orderTerms, projectEntity, projectOf, yieldOf } from './projects.ts'
import { redeem, redemptionEntity } from './redeem.ts'
import { termsName } from '../../operators/settings/termsName.ts'
import { summaryOf } from './summary.ts'

export const calls = {
  project: async ({ mode }, { user, lang, context: { ledger, operator } }) => {
    const balances = await ledger.balances(user.id, mode ?? user.mode)
    const free = (currency: string) =>
      balances.find((balance) => balance.kind === 'coin' && balance.currency === currency)?.available ?? 0n
    return {
      rows: operator.server.projects.map((project) => projectEntity(operator, project, lang, free(project.currency))),
    }
  },

  'project/detail': async ({ id, mode }, { user, lang, context: { ledger, clock, operator } }) => {
    const project = projectOf(operator, id)
    const { currency, days } = project
    const { available } = await ledger.balance(user.id, mode ?? user.mode, 'coin', currency)
    const starts = addSeconds(clock.now(), operator.server.review.project)
    const payments = settlementTimes(starts, days).map((time, index) => ({ day: index + 1, time }))
    return { project: projectEntity(operator, project, lang, available), starts, payments }
  },

  'project/order': async ({ mode, project, currency, amount, daily, total, ends, terms }, { user, lang, context }) =>
    orderEntity(
      context.operator,
      await addOrder(context, user.id, { mode, project, currency, amount, daily, total, ends, terms }),
      lang,
    ),

  'project/order_detail': async ({ id }, { user, lang, context: { db, operator } }) => {
    const row = await orderOf(db, user.id, id)
    const days = await db
      .selectFrom('interest_days')
      .selectAll()
      .where('order_id', '=', row.id)
      .orderBy('day', 'desc')
      .execute()
    const { currency } = row
    return {
      order: orderEntity(operator, row, lang),
      days: days.map(({ day, paid, amount }) => ({
        day: Number(day),
        time: asUnixSeconds(paid),
        currency,
        amount: decimal(amount, currency),
      })),
    }
  },

  'project/orders': async ({ mode, status, redeemed, page, after }, { user, lang, context: { db, operator } }) => {
    let query = db
      .selectFrom('interest_orders')
      .selectAll()
      .where('user_id', '=', user.id)
      .where('mode', '=', mode ?? user.mode)
    if (typeof status === 'number') query = query.where('status', '=', BigInt(status))
    if (typeof redeemed === 'boolean')
      query = query.where((eb) =>
        redeemed ? eb('reason', '=', 'redeemed') : eb.or([eb('reason', 'is', null), eb('reason', '<>', 'redeemed')]),
      )
    return await readPage(query, LATEST_FIRST, { page, after }, (row) => orderEntity(operator, row, lang))
  },

  'project/quote': ({ mode, ...input }, { lang, context: { clock, operator, content } }) => {
    const { project, amount, daily, total } = yieldOf(operator, input)
    const { id, currency, days } = project
    const starts = addSeconds(clock.now(), operator.server.review.project)
    const money = (units: bigint) => decimal(units, currency)
    return {
      mode,
      project: id,
      name: nameOf(operator, id, lang),
      currency,
      days,
      starts,
      ends: endOfTerm(starts, days),
      amount: money(amount),
      daily: money(daily),
      total: money(total),
      maturity: money(amount + total),
      early: project.early,
      terms: termsName(orderTerms(project, content.agreements)),
      agreement: content.agreements.interestTerms,
      lasts: operator.server.quoteSeconds,
    }
  },

  'project/redeem': async ({ mode, id, currency, cost, forfeited, back }, { user, lang, context }) =>
    orderEntity(context.operator, await redeem(context, user.id, { mode, id, currency, cost, forfeited, back }), lang),

  'project/redeem_quote': async ({ id }, { user, context: { db, operator } }) => ({
    ...redemptionEntity(await orderOf(db, user.id, id)),
    lasts: operator.server.quoteSeconds,
  }),

  'project/summary': ({ mode }, { user, context }) => summaryOf(context, user.id, mode ?? user.mode),
} satisfies Partial<Handlers>
