import { afterEach, expect, it, vi } from 'vitest'
import { createWorkspace } from '../model/workspace.ts'
import type { CompilerClient } from '../compiler/client.ts'
import { commands, placesFor, withStartWords } from './commands.ts'

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

const SCREEN = JSON.stringify({
  body: [
    { widget: 'Row', children: [{ widget: 'Text' }, { widget: 'Stack', children: [{ widget: 'Text' }] }] },
    { widget: 'Text' },
  ],
})
const CHILDREN = { ...WIDGET, props: {}, slots: { children: {} } }
const WIDGETS = new Map([
  ['Row', { ...CHILDREN, name: 'Row' }],
  ['Stack', { ...CHILDREN, name: 'Stack' }],
])

it.each([
  ['body/0/children/0', 'body', 1],
  ['body/0/children/1', 'body', 1],
  ['body/0/children/1/children/0', 'body/0/children/1/children', 1],
  ['body/0', 'body/0/children', 2],
  ['body/1', 'body', 2],
  ['', 'body', 2],
])('with “%s” selected, a node is usually put into %s at %i', (selected, list, index) => {
  const places = placesFor(SCREEN, selected, WIDGETS)
  expect((places.find(({ isUsual }) => isUsual) ?? places[0])?.at).toEqual({ list, index })
})

it('a node beside another one of a row can still be put into the row', () =>
  expect(placesFor(SCREEN, 'body/0/children/0', WIDGETS).map(({ at }) => at)).toContainEqual({
    list: 'body/0/children',
    index: 1,
  }))

afterEach(() => vi.unstubAllGlobals())

it.each([
  ['body/0/children/1', 'body/0/children/0'],
  ['body/0/children/1/children/0', 'body/0/children/1'],
  ['body/0', 'body/0'],
  ['body/1', 'body/0'],
])('after %s is deleted, %s is selected', (deleted, selected) => {
  vi.useFakeTimers()
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {}, length: 0 })
  const compiler = { update: () => new Promise(() => {}) }
  const workspace = createWorkspace('Ada', compiler as unknown as CompilerClient)
  workspace.set({ files: { 'screens/a.json': SCREEN }, open: 'screens/a.json', selected: deleted })
  commands.remove(workspace, deleted)
  expect(workspace.get().selected).toBe(selected)
  vi.useRealTimers()
})
