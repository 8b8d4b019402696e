import type { Handler } from '../../api/handler.ts'
import { refuse } from '../../errors.ts'
import { worthOf } from '../../exchange/rates.ts'
import { CURRENCIES } from '../../ledger/index.ts'
import { UNIT_OF_ACCOUNT } from '../../ledger/wallet.ts'
import { currencyNameOf } from '../../market/names.ts'

const handler: Handler<'lh/wh_bzhl_list'> = (payload, { lang, context: { market } }) => {
  const currency = payload.currency ?? UNIT_OF_ACCOUNT
  if (!CURRENCIES.includes(currency)) throw refuse('currencyNotFound')
  const rows = CURRENCIES.filter((one) => one !== currency).flatMap((one) => {
    const rate = worthOf(market, one, currency)
    return rate === null ? [] : [{ currency: one, name: currencyNameOf(one, lang), rate }]
  })
  return { currency, rows }
}
export default handler
