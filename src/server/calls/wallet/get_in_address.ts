import type { Handler } from '../../api/handler.ts'
import { optionOf } from '../../deposits/options.ts'
import { depositInstructions } from '../../deposits/instructions.ts'

const handler: Handler<'wallet/get_in_address'> = (payload, { user, context: { operator } }) =>
  depositInstructions(user.id, optionOf(operator, payload))
export default handler
