import type { Handler } from '../../api/handler.ts'
import { addressEntity, cardEntity, COINS, payeesOf } from '../../payees/payees.ts'

const handler: Handler<'user/cash_info'> = async (_, { user, context: { db } }) => {
  const rows = await payeesOf(db, user.id)
  return {
    cards: rows.filter(({ kind }) => kind === 'card').map(cardEntity),
    addresses: rows.filter(({ kind }) => kind === 'address').map(addressEntity),
    coins: COINS.map(({ currency, networks }) => ({ currency, networks })),
  }
}
export default handler
