import type { Handler } from '../../api/handler.ts'
import { accountOf, UNIT } from '../../ledger/wallet.ts'
import { boundOf } from '../../lever/account.ts'
import { termsEntity } from '../../lever/terms.ts'
import { listingOf } from '../../trading/gate.ts'

const handler: Handler<'lever/deal'> = async ({ mode, symbol }, { user, lang, context }) => {
  const book = mode ?? user.mode
  const terms = termsEntity(context, listingOf(context, symbol, 'leveraged'), lang)
  return { terms, account: accountOf(await context.ledger.balance(user.id, book, 'contract', UNIT), await boundOf(context, user.id, book)) }
}
export default handler
