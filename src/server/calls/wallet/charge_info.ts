import type { Handler } from '../../api/handler.ts'
import { depositCurrencies, depositOptions } from '../../deposits/options.ts'

const handler: Handler<'wallet/charge_info'> = (_, { context: { operator } }) => {
  const options = depositOptions(operator)
  return { options, currencies: depositCurrencies(options) }
}
export default handler
