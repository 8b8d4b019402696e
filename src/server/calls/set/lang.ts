import type { Handler } from '../../api/handler.ts'

const handler: Handler<'set/lang'> = async ({ language }, { user, context: { db } }) => {
  await db.updateTable('users').set({ lang: language }).where('id', '=', user.id).execute()
  return { language }
}
export default handler
