import { describe, expect, it } from 'vitest'
import type { Entry } from '../compiler/protocol.ts'
import { byName, screensOf, searchEntries, searchForms, usesOf } from './search.ts'

const entry = (id: string, more: Partial<Entry> = {}): Entry => ({
  file: `screens/${id}.json`,
  kind: 'screen',
  id,
  title: '',
  calls: [],
  widgets: [],
  parts: [],
  forms: [],
  texts: [],
  ...more,
})
const ENTRIES = [
  entry('garden/beds', {
    title: 'Flower beds',
    route: '/beds',
    calls: ['plants/list'],
    widgets: ['Card'],
    parts: ['bed'],
  }),
  entry('garden/water', { texts: ['water.now'], forms: ['can'] }),
  entry('bed', { kind: 'part', file: 'screens/parts/bed.json' }),
]
const ENGLISH = { 'water.now': 'Water the roses' }

describe('the search of the catalogue', () => {
  it.each([
    ['name', 'garden/w', ['garden/water']],
    ['title', 'flower', ['garden/beds']],
    ['route', '/beds', ['garden/beds']],
    ['text as users see it', 'roses', ['garden/water']],
    ['key of a text', 'water.now', ['garden/water']],
    ['call', 'plants/list', ['garden/beds']],
    ['widget', 'card', ['garden/beds']],
    ['form', 'can', ['garden/water']],
    ['nothing', 'zebra', []],
  ])('finds by %s', (_name, query, ids) => {
    expect(searchEntries(ENTRIES, query, ENGLISH).map(({ entry: found }) => found.id)).toEqual(ids)
  })

  it('names what was found', () => {
    expect(searchEntries(ENTRIES, 'roses', ENGLISH)[0]?.because).toBe('“Water the roses”')
  })

  it('lists all files without words', () => expect(searchEntries(ENTRIES, ' ', ENGLISH)).toHaveLength(3))
})

it('lists the screens that use a part', () => {
  const [, , part] = ENTRIES
  if (!part) throw new Error('The part is missing.')
  expect(usesOf(part, ENTRIES).map(({ id }) => id)).toEqual(['garden/beds'])
})

it('sorts by title, and by name where there is none', () => {
  const matches = [entry('Zeta/a', { title: 'log in' }), entry('a', { title: 'Withdraw' }), entry('deposit')]
  expect(byName(matches.map((match) => ({ entry: match }))).map((match) => match.entry.id)).toEqual([
    'deposit',
    'Zeta/a',
    'a',
  ])
})

it('puts what is called as the query says before what only shows it', () => {
  const matches = [
    entry('a', { title: 'Assets' }),
    entry('b', { title: 'Withdraw history' }),
    entry('c', { title: 'Withdraw' }),
  ]
  const sorted = byName(
    matches.map((match) => ({ entry: match })),
    'withdraw',
  )
  expect(sorted.map((match) => match.entry.id)).toEqual(['c', 'b', 'a'])
})

it('a form is found by the title of a screen that shows it, also within a part', () => {
  const form = (id: string): Entry => entry(id, { kind: 'form', file: `schemas/forms/${id}.json` })
  const forms = [form('can'), form('seed')]
  const entries = [
    entry('garden/beds', { title: 'Flower beds', parts: ['bed'] }),
    entry('bed', { kind: 'part', file: 'screens/parts/bed.json', forms: ['seed'] }),
    entry('garden/water', { title: 'Water', forms: ['can'] }),
    ...forms,
  ]
  expect(screensOf({ id: 'seed' }, entries).map(({ title }) => title)).toEqual(['Flower beds'])
  const found = (query: string): string[] => searchForms(forms, query, entries, {}).map(({ id }) => id)
  expect(found('flower')).toEqual(['seed'])
  expect(found('can')).toEqual(['can'])
  expect(found('')).toEqual(['can', 'seed'])
})
