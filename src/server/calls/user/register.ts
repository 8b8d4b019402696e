import type { Handler } from '../../api/handler.ts'
import { register } from '../../identity/registration.ts'

const handler: Handler<'user/register'> = (payload, { context, ip, lang }) => register(context, { ip, lang }, payload)
export default handler
