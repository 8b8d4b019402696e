import { expect, it } from 'vitest'
import { copyDependencies } from './copyDependencies.ts'
import { callsOf } from '../model/calls.ts'

const calls = callsOf({
  'schemas/api/plants.json': JSON.stringify({ call: 'plants', auth: true, effect: 'read' }),
  'schemas/api/pots.json': JSON.stringify({ call: 'pots', auth: false, effect: 'read' }),
})
const FROM = JSON.stringify({
  params: { id: { type: 'string' }, day: { type: 'string' } },
  state: { open: false, other: 1 },
  queries: { plants: { call: 'plants', payload: { id: '=params.id' } }, pots: { call: 'pots' } },
  body: [],
})
const TO = '{\n  "id": "b",\n  // the title\n  "title": "pots.title",\n  "body": []\n}'
const NODE = JSON.stringify({
  widget: 'List',
  props: { label: 'pots.title' },
  waitFor: 'plants',
  visible: '=state.open',
  children: [{ widget: 'Text', props: { text: '=item.name' }, each: 'item in plants.rows' }],
})

it('brings what a node reads, and what that reads, with the access that it needs', () => {
  const { text, words } = copyDependencies(NODE, FROM, TO, calls)
  expect(words).toEqual(['the data plants', 'the state open', 'the parameter id'])
  expect(text).toContain('// the title')
  expect(JSON.parse(text.replace('// the title', ''))).toEqual({
    id: 'b',
    title: 'pots.title',
    access: ['login'],
    params: { id: { type: 'string' } },
    state: { open: false },
    queries: { plants: { call: 'plants', payload: { id: '=params.id' } } },
    body: [],
  })
})

it('brings nothing that is there, and nothing that is not read', () => {
  const there = copyDependencies(NODE, FROM, copyDependencies(NODE, FROM, TO, calls).text, calls)
  expect(there.words).toEqual([])
  expect(copyDependencies('{ "widget": "Text", "props": { "text": "pots.title" } }', FROM, TO, calls).text).toBe(TO)
})
