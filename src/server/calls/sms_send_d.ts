import type { Handler } from '../api/handler.ts'
import { isDeliverable, sendCode } from '../identity/codes.ts'

const handler: Handler<'sms_send_d'> = async ({ phone, purpose }, request) => {
  const { context } = request
  const known = await context.db.selectFrom('users').select('id').where('phone', '=', phone).executeTakeFirst()
  return await sendCode(context, request, 'sms', purpose, phone, isDeliverable(purpose, known !== undefined))
}
export default handler
