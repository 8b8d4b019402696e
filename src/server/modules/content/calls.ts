import type { Handlers } from '../../handler.ts'
import { cursorValues, offsetOf, pageOf, withCursor } from '../../kit/api/page.ts'
import type { NewsItem } from '../../../generated/entities.ts'
import type { ServerContext } from '../../context.ts'
import { refuse } from '../../kit/errors.ts'
import { REGISTRATION_DOCUMENTS } from '../identity/agreements/documents.ts'
import { citiesIn } from './cities.ts'

const PAGE = 10

/**
 * Index of the first item behind a cursor, in a list with the latest first. If the item of the cursor has left the list, it is the first
 * item that is no later: the client shows repeated items of that time once.
 */
function indexAfter(items: readonly Pick<NewsItem, 'id' | 'time'>[], cursor: string): number {
  const [time, last] = cursorValues(cursor, ['integer', 'id'])
  const found = items.findIndex(({ id }) => id === last)
  if (found >= 0) return found + 1
  const next = items.findIndex((item) => item.time <= Number(time))
  return next < 0 ? items.length : next
}

/** Version of a document that users agree to; null for another article. */
function versionOf({ content, operator }: Pick<ServerContext, 'content' | 'operator'>, id: string): string | null {
  if (REGISTRATION_DOCUMENTS.some((document) => document === id)) return operator.app.termsVersion
  return Object.entries(content.agreements).find(([document]) => document === id)?.[1] ?? null
}

export const calls = {
  'news/detail': ({ id }, { lang, context }) => {
    const article = context.content.article(lang, id)
    if (!article) throw refuse('dataNotFound')
    return { ...article, version: versionOf(context, id) }
  },

  'news/getkf': (_, { lang, context: { content } }) => ({ rows: content.contacts(lang) }),

  'news/list': ({ category, page, after }, { lang, context: { content } }) => {
    const items = content.items(lang, category)
    const from = after === undefined ? offsetOf(page, PAGE) : indexAfter(items, after)
    const found = pageOf(items.slice(from, from + PAGE + 1), page, PAGE)
    return withCursor(found, found.rows, ({ id, time }) => [BigInt(time), id])
  },

  'set/cities': (_, { lang }) => ({ rows: citiesIn(lang) }),
} satisfies Partial<Handlers>
