import type { Handler } from '../../api/handler.ts'
import { accountOf, emptyBalance, KINDS, totalOf, UNIT } from '../../ledger/wallet.ts'

const handler: Handler<'wallet/list'> = async ({ mode, kind }, { user, context: { ledger, market } }) => {
  const balances = await ledger.balances(user.id, mode ?? undefined)
  const places = (mode ? [mode] : (['real', 'demo'] as const)).flatMap((mode) => (kind ? [kind] : KINDS).map((kind) => ({ mode, kind })))
  const rows = places.flatMap((place) => {
    const own = balances.filter((balance) => balance.mode === place.mode && balance.kind === place.kind)
    const unit = own.find(({ currency }) => currency === UNIT) ?? emptyBalance(place.mode, place.kind, UNIT)
    return [unit, ...own.filter(({ currency }) => currency !== UNIT)].map(accountOf)
  })
  return { rows, totals: places.map(({ mode, kind }) => totalOf(market, mode, kind, rows)) }
}
export default handler
