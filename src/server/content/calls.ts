import type { Handlers } from '../api/handler.ts'
import { offsetOf, pageOf } from '../api/page.ts'
import { refuse } from '../errors.ts'
import { citiesIn } from './cities.ts'

const PAGE = 10

export const calls = {
  'news/detail': ({ id }, { lang, context: { content } }) => {
    const article = content.article(lang, id)
    if (!article) throw refuse('dataNotFound')
    return article
  },

  'news/getkf': (_, { lang, context: { content } }) => ({ rows: content.contacts(lang) }),

  'news/list': ({ category, page }, { lang, context: { content } }) => {
    const from = offsetOf(page, PAGE)
    return pageOf(content.items(lang, category).slice(from, from + PAGE + 1), page, PAGE)
  },

  'set/cities': (_, { lang }) => ({ rows: citiesIn(lang) }),
} satisfies Partial<Handlers>
