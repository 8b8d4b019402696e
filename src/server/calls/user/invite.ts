import type { Handler } from '../../api/handler.ts'
import { offsetOf, pageOf } from '../../api/page.ts'
import { invites } from '../../identity/users.ts'

const PAGE = 20

const handler: Handler<'user/invite'> = async ({ page }, { user, origin, context: { db } }) => {
  const { count } = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('referrer_id', '=', user.id)
    .executeTakeFirstOrThrow()
  const rows = await invites(db, user.id, offsetOf(page, PAGE), PAGE + 1)
  return {
    code: user.invite_code,
    url: `${origin}/h5/#/pages/register/index?inviteCode=${user.invite_code}`,
    count: Number(count),
    ...pageOf(rows, page, PAGE),
  }
}
export default handler
