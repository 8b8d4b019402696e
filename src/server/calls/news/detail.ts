import type { Handler } from '../../api/handler.ts'
import { refuse } from '../../errors.ts'

const handler: Handler<'news/detail'> = ({ id }, { lang, context: { content } }) => {
  const article = content.article(lang, id)
  if (!article) throw refuse('dataNotFound')
  return article
}
export default handler
