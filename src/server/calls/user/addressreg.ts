import type { Handler } from '../../api/handler.ts'
import { register } from '../../identity/registration.ts'

const handler: Handler<'user/addressreg'> = ({ address, ...rest }, { context, ip, lang }) =>
  register(context, { ip, lang }, { ...rest, type: 'address', account: address })
export default handler
