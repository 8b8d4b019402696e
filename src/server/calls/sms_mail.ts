import type { Handler } from '../api/handler.ts'
import { isDeliverable, sendCode } from '../identity/codes.ts'

const handler: Handler<'sms_mail'> = async ({ email, purpose }, request) => {
  const { context } = request
  const known = await context.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
  return await sendCode(context, request, 'mail', purpose, email, isDeliverable(purpose, known !== undefined))
}
export default handler
