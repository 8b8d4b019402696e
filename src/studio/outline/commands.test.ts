import { expect, it } from 'vitest'
import { withStartWords } from './commands.ts'

const WIDGET = {
  name: 'NoticeBar',
  description: '',
  keywords: [],
  props: {
    required: ['texts', 'title', 'tone'],
    properties: {
      texts: { type: 'array', items: { type: 'string', format: 'text' } },
      title: { type: 'string', format: 'text' },
      tone: { type: 'string' },
    },
  },
  slots: {},
  events: {},
}

it('an added node has words for each text that it requires, in texts of their own', () => {
  const { source, changes } = withStartWords(
    '{ "widget": "NoticeBar", "props": { "texts": [], "title": "", "tone": "info" } }',
    WIDGET,
    'a',
    {
      'locales/en.json': '{}',
    },
  )
  expect(JSON.parse(source)).toMatchObject({ props: { texts: ['a.yourWords'], title: 'a.yourWords2', tone: 'info' } })
  expect(JSON.parse(changes['locales/en.json'] ?? '')).toEqual({
    'a.yourWords': 'Your words',
    'a.yourWords2': 'Your words',
  })
})
