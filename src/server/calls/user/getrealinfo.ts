import type { Handler } from '../../api/handler.ts'
import { advancedInfo, primaryInfo } from '../../verification/info.ts'

const handler: Handler<'user/getrealinfo'> = async (_, { user, context }) => ({
  primary: await primaryInfo(context, user),
  advanced: await advancedInfo(context, user),
})
export default handler
