import type { Handler } from '../../api/handler.ts'
import { accountOf, emptyBalance, KINDS, totalOf, UNIT_OF_ACCOUNT } from '../../ledger/wallet.ts'
import { positionTotalsOf } from '../../lever/account.ts'

const handler: Handler<'wallet/list'> = async ({ mode, kind }, { user, context }) => {
  const { ledger, market } = context
  const balances = await ledger.balances(user.id, mode ?? undefined)
  const modes = mode ? [mode] : (['real', 'demo'] as const)
  const bound = new Map(
    await Promise.all(modes.map(async (mode) => [mode, await positionTotalsOf(context, user.id, mode)] as const)),
  )
  const places = modes.flatMap((mode) =>
    (kind ? [kind] : KINDS).map((kind) => {
      const own = balances.filter((balance) => balance.mode === mode && balance.kind === kind)
      const unit = own.find(({ currency }) => currency === UNIT_OF_ACCOUNT) ?? emptyBalance(mode, kind, UNIT_OF_ACCOUNT)
      return {
        mode,
        kind,
        bound: kind === 'contract' ? bound.get(mode) : undefined,
        unit,
        rows: [unit, ...own.filter((balance) => balance !== unit)],
      }
    }),
  )
  return {
    rows: places.flatMap(({ rows, unit, bound }) =>
      rows.map((row) => accountOf(row, row === unit ? bound : undefined)),
    ),
    totals: places.map(({ mode, kind, rows, bound }) => totalOf(market, mode, kind, rows, bound)),
  }
}
export default handler
