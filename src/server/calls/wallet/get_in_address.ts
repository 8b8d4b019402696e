import type { Handler } from '../../api/handler.ts'
import { optionOf } from '../../deposits/options.ts'
import { placeOf } from '../../deposits/place.ts'

const handler: Handler<'wallet/get_in_address'> = (payload, { user, context: { operator } }) => placeOf(user.id, optionOf(operator, payload))
export default handler
