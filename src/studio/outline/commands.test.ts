import { expect, it } from 'vitest'
import { ownTexts, withStartWords } from './commands.ts'

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

it('a deleted node takes the texts along that were made for it, and no others', () => {
  const files = {
    'locales/en.json': '{"a.live":"Live","a.own":"Own","a.shared":"Shared"}',
    'locales/de.json': '{"a.own":"Eigen"}',
    'screens/a.json': '{"title":"a.shared"}',
  }
  const changed = ownTexts({ props: { text: 'a.own', title: 'a.live', label: 'a.shared' } }, files, {
    'locales/en.json': '{"a.live":"Live"}',
  })
  expect(JSON.parse(changed['locales/en.json'] ?? '')).toEqual({ 'a.live': 'Live', 'a.shared': 'Shared' })
  expect(JSON.parse(changed['locales/de.json'] ?? '')).toEqual({})
  expect(Object.keys(changed)).toEqual(['locales/en.json', 'locales/de.json'])
})
