import type { Price } from '../../../core/units.ts'
import { asPrice, fromMinor } from '../../../core/decimal.ts'
import { maxLots } from '../../../core/trading/leverage.ts'
import type { Handler } from '../../api/handler.ts'
import { accountOf, UNIT_OF_ACCOUNT } from '../../ledger/wallet.ts'
import { positionTotalsOf } from '../../lever/account.ts'
import { contractOf, termsEntity, termsOf, currentTick } from '../../lever/terms.ts'
import { listingOf } from '../../trading/permission.ts'

const handler: Handler<'lever/deal'> = async ({ mode, symbol, leverage: asked }, { user, lang, context }) => {
  const accountMode = mode ?? user.mode
  const listing = listingOf(context, symbol, 'leveraged')
  const own = termsOf(context.operator, listing)
  const leverage = own.leverages.find((one) => one === asked) ?? Math.min(...own.leverages)
  const account = accountOf(
    await context.ledger.balance(user.id, accountMode, 'contract', UNIT_OF_ACCOUNT),
    await positionTotalsOf(context, user.id, accountMode),
  )
  const { bid, ask } = currentTick(context, symbol)
  const contract = contractOf(listing, { lots: own.step, size: own.size })
  const most = (price: Price) => maxLots(account.availableMargin, contract, price, { ...own, leverage })
  return {
    terms: termsEntity(context, listing, lang),
    account,
    leverage,
    mostLong: most(ask),
    mostShort: most(bid),
    priceStep: asPrice(fromMinor(1n, listing.precision)),
  }
}
export default handler
