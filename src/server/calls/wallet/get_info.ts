import type { Handler } from '../../api/handler.ts'
import { depositOptions } from '../../deposits/options.ts'
import { refuse } from '../../errors.ts'
import { CURRENCIES } from '../../ledger/index.ts'
import { accountOf } from '../../ledger/wallet.ts'

const handler: Handler<'wallet/get_info'> = async ({ currency, mode, kind }, { user, context: { ledger, operator } }) => {
  if (!CURRENCIES.includes(currency)) throw refuse('currencyNotFound')
  return {
    account: accountOf(await ledger.balance(user.id, mode ?? user.mode, kind ?? 'coin', currency)),
    deposits: depositOptions(operator).filter((option) => option.currency === currency),
  }
}
export default handler
