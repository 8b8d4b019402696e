import type { Handler } from '../../api/handler.ts'
import { offsetOf, pageOf } from '../../api/page.ts'

const PAGE = 10

const handler: Handler<'news/list'> = ({ category, page }, { lang, context: { content } }) => {
  const from = offsetOf(page, PAGE)
  return pageOf(content.items(lang, category).slice(from, from + PAGE + 1), page, PAGE)
}
export default handler
