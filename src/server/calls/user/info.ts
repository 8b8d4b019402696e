import type { Handler } from '../../api/handler.ts'
import { userEntity } from '../../identity/users.ts'

const handler: Handler<'user/info'> = (_, { user, context }) => userEntity(context.db, user)
export default handler
