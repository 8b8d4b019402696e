import type { Handler } from '../../api/handler.ts'
import { accountOf, emptyBalance, KINDS, totalOf, UNIT } from '../../ledger/wallet.ts'

const handler: Handler<'wallet/list'> = async ({ mode, kind }, { user, context: { ledger, market } }) => {
  const balances = await ledger.balances(user.id, mode ?? undefined)
  const places = (mode ? [mode] : (['real', 'demo'] as const)).flatMap((mode) =>
    (kind ? [kind] : KINDS).map((kind) => {
      const own = balances.filter((balance) => balance.mode === mode && balance.kind === kind)
      const unit = own.find(({ currency }) => currency === UNIT) ?? emptyBalance(mode, kind, UNIT)
      return { mode, kind, rows: [unit, ...own.filter((balance) => balance !== unit)] }
    }),
  )
  return {
    rows: places.flatMap(({ rows }) => rows.map(accountOf)),
    totals: places.map(({ mode, kind, rows }) => totalOf(market, mode, kind, rows)),
  }
}
export default handler
