import type { Handler } from '../../api/handler.ts'

const handler: Handler<'news/getkf'> = (_, { lang, context: { content } }) => ({ rows: content.contacts(lang) })
export default handler
