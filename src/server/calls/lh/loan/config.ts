import type { Handler } from '../../../api/handler.ts'
import { termsOf } from '../../../loans/terms.ts'

const handler: Handler<'lh/loan/config'> = async ({ mode }, { user, context }) => await termsOf(context, user.id, mode)
export default handler
