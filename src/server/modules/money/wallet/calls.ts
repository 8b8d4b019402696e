import type { Handlers } from '../../../handler.ts'
import { LATEST_FIRST, readPage } from '../../../kit/api/page.ts'
import { depositEntity, depositOf } from '../deposits/deposits.ts'
import { depositOptions } from '../deposits/options.ts'
import { refuse } from '../../../kit/errors.ts'
import {
  CURRENCIES,
  decimal,
  EXCHANGE_CURRENCIES,
  minor,
  type TransferEntry,
  UNIT_OF_ACCOUNT,
} from '../../../kit/ledger/index.ts'
import { accountOf, emptyBalance, KINDS, totalOf } from './accountEntity.ts'
import { positionTotalsOf } from '../../trading/lever/account.ts'
import { debtOf, isOverdue } from '../../wealth/loans/terms.ts'
import { pricesNow } from '../../trading/market/valuation.ts'
import { writeReceipt } from '../receipts/write.ts'
import { withdrawalOptions } from '../withdrawals/options.ts'
import { withdrawalEntity, withdrawalOf } from '../withdrawals/withdrawals.ts'
import { preparedInsert } from '../../../kit/storage/preparedQuery.ts'
import { checkAccountActive } from './accountChecks.ts'
import { performance } from './performance.ts'
import { statementFile, statementPage } from './statement.ts'
import { walletTables } from './tables.ts'
import { amountOf, checkCurrency, isLeveraged, refusalOf, transferables, transferEntity } from './transfers.ts'

const insertTransfer = preparedInsert(walletTables, 'transfers')

export const calls = {
  'user/demo_refill': async ({ mode }, { user, context }) => {
    const { db, ledger, clock, operator } = context
    await checkAccountActive(db, user.id, mode)
    const to = { owner: user.id, kind: 'coin' } as const
    const entries: TransferEntry[] = []
    for (const [currency, opening] of Object.entries(operator.server.opening.demo)) {
      const missing = minor(opening, currency) - (await ledger.balance(user.id, mode, 'coin', currency)).posted
      if (missing > 0n) entries.push({ from: 'opening', to, currency, amount: missing })
    }
    if (entries.length === 0) throw refuse('refillNotNeeded')

    const now = clock.now()
    const last = await db
      .selectFrom('demo_refills')
      .select('created')
      .where('user_id', '=', user.id)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    const wait = last ? Number(last.created) + operator.server.refillSeconds - now : 0
    if (wait > 0) throw refuse('refillTooEarly', { minutes: Math.ceil(wait / 60) })

    const { id } = await ledger.post({ mode, reason: 'refill', entries })
    await db
      .insertInto('demo_refills')
      .values({ id, user_id: user.id, created: BigInt(now) })
      .execute()
    const receipt = { kind: 'refill', record: id, action: 'executed', rule: 'owner' } as const
    await writeReceipt(context, { ...receipt, userId: user.id, mode, currency: UNIT_OF_ACCOUNT })
    const filled = entries.map(({ currency }) => ledger.balance(user.id, mode, 'coin', currency))
    const refilled = await Promise.all(filled)
    const prices = pricesNow(context)
    return { rows: refilled.map((balance) => accountOf(prices, balance)) }
  },

  'wallet/detail': async ({ kind, id }, { user, context: { db, clock } }) => ({
    deposit: kind === 'deposit' ? await depositEntity(db, await depositOf(db, user.id, id), clock.now()) : null,
    withdrawal: kind === 'withdrawal' ? withdrawalEntity(await withdrawalOf(db, user.id, id)) : null,
  }),

  'wallet/get_info': async ({ currency, mode, kind }, { user, context }) => {
    const { ledger, operator } = context
    if (!CURRENCIES.includes(currency)) throw refuse('currencyNotFound')
    const accountMode = mode ?? user.mode
    const bound =
      kind === 'contract' && currency === UNIT_OF_ACCOUNT
        ? await positionTotalsOf(context, user.id, accountMode)
        : undefined
    return {
      account: accountOf(
        pricesNow(context),
        await ledger.balance(user.id, accountMode, kind ?? 'coin', currency),
        bound,
      ),
      deposits: depositOptions(operator).filter((option) => option.currency === currency),
      withdrawals: withdrawalOptions(operator, currency),
      exchangeable: EXCHANGE_CURRENCIES.includes(currency),
    }
  },

  'wallet/list': async ({ mode, kind }, { user, context }) => {
    const { ledger } = context
    const balances = await ledger.balances(user.id, mode ?? undefined)
    const modes = mode ? [mode] : (['real', 'demo'] as const)
    const bound = new Map(
      await Promise.all(modes.map(async (mode) => [mode, await positionTotalsOf(context, user.id, mode)] as const)),
    )
    const places = modes.flatMap((mode) =>
      (kind ? [kind] : KINDS).map((kind) => {
        const own = balances.filter((balance) => balance.mode === mode && balance.kind === kind)
        const unit =
          own.find(({ currency }) => currency === UNIT_OF_ACCOUNT) ?? emptyBalance(mode, kind, UNIT_OF_ACCOUNT)
        return {
          mode,
          kind,
          bound: kind === 'contract' ? bound.get(mode) : undefined,
          unit,
          rows: [unit, ...own.filter((balance) => balance !== unit)],
        }
      }),
    )
    const prices = pricesNow(context)
    // Loans are of the real account.
    const debt = modes.some((mode) => mode === 'real') ? await debtOf(context, user.id) : 0n
    const overdue = debt > 0n && (await isOverdue(context, user.id))
    return {
      debts:
        debt > 0n
          ? [{ mode: 'real', currency: UNIT_OF_ACCOUNT, amount: decimal(debt, UNIT_OF_ACCOUNT), overdue } as const]
          : [],
      rows: places.flatMap(({ rows, unit, bound }) =>
        rows.map((row) => accountOf(prices, row, row === unit ? bound : undefined)),
      ),
      totals: places.map(({ mode, kind, rows, bound }) => totalOf(prices, mode, kind, rows, bound)),
    }
  },

  'wallet/performance': ({ mode, timeZone, costs }, { user, context }) =>
    performance(context, user.id, mode ?? user.mode, timeZone, costs === true),

  'wallet/transfer': async ({ mode, from, to, currency, amount }, { user, context }) => {
    const { db, ledger, clock } = context
    if (from === to) throw refuse('typeError')
    checkCurrency(currency)
    const units = amountOf(amount, currency)
    await checkAccountActive(db, user.id, mode)
    if (from === 'contract' && (await isLeveraged(db, user.id, mode))) throw refuse('leveragedTradeInProgress')

    const move = { from: { owner: user.id, kind: from }, to: { owner: user.id, kind: to }, currency, amount: units }
    const { id } = await ledger.post({ mode, reason: 'transfer', entries: [move] }).catch((error: unknown) => {
      throw refusalOf(error)
    })
    const row = {
      id,
      user_id: user.id,
      mode,
      payer: from,
      payee: to,
      currency,
      amount: units,
      created: BigInt(clock.now()),
    }
    await insertTransfer(db, row)
    const receipt = { kind: 'transfer', record: id, action: 'executed', rule: 'owner' } as const
    await writeReceipt(context, { ...receipt, userId: user.id, mode, currency })
    return transferEntity(row)
  },

  'wallet/statement': ({ mode, ...input }, { user, lang, context }) =>
    statementPage(context, user.id, mode ?? user.mode, lang, input),

  'wallet/statement_csv': ({ mode, ...input }, { user, lang, context }) =>
    statementFile(context, user.id, mode ?? user.mode, lang, input),

  'wallet/transfer_info': async ({ mode }, { user, context: { db, ledger } }) => {
    const accountMode = mode ?? user.mode
    const leveraged = await isLeveraged(db, user.id, accountMode)
    return { rows: transferables(await ledger.balances(user.id, accountMode), leveraged), leveraged }
  },

  'wallet/transfers': async ({ mode, page, after }, { user, context: { db } }) =>
    await readPage(
      db
        .selectFrom('transfers')
        .selectAll()
        .where('user_id', '=', user.id)
        .where('mode', '=', mode ?? user.mode),
      LATEST_FIRST,
      { page, after },
      transferEntity,
    ),
} satisfies Partial<Handlers>
