import type { Handler } from '../../api/handler.ts'
import { depositOptions } from '../../deposits/options.ts'
import { refuse } from '../../errors.ts'
import { CURRENCIES } from '../../ledger/index.ts'
import { accountOf, UNIT_OF_ACCOUNT } from '../../ledger/wallet.ts'
import { positionTotalsOf } from '../../lever/account.ts'

const handler: Handler<'wallet/get_info'> = async ({ currency, mode, kind }, { user, context }) => {
  const { ledger, operator } = context
  if (!CURRENCIES.includes(currency)) throw refuse('currencyNotFound')
  const accountMode = mode ?? user.mode
  const bound =
    kind === 'contract' && currency === UNIT_OF_ACCOUNT
      ? await positionTotalsOf(context, user.id, accountMode)
      : undefined
  return {
    account: accountOf(await ledger.balance(user.id, accountMode, kind ?? 'coin', currency), bound),
    deposits: depositOptions(operator).filter((option) => option.currency === currency),
  }
}
export default handler
