import { expect, it } from 'vitest'
import { projectFiles } from '../../../tests/support/project.ts'
import { sourcesOf } from './display.ts'
import { addList } from './lists.ts'
import { addQuery, queryOptions, screenOf, setAccess, setMember } from './queries.ts'
import { textFor } from '../texts/keys.ts'
import { freeName } from './words.ts'

const files = Object.fromEntries(projectFiles)
const sources = sourcesOf(files, files)
const TEXT =
  '{\n  "id": "b",\n  // the title\n  "title": "transfer.title",\n  "body": [{ "widget": "Scroll", "children": [] }]\n}\n'
const transfers = sources.calls.get('wallet/transfers')

it('adds data with its name, its payload, what is empty, and the access that it needs', () => {
  if (!transfers) throw new Error('The contract has no call wallet/transfers.')
  const added = addQuery(TEXT, transfers, files)
  expect(added.name).toBe('transfers')
  expect(added.access).toEqual(['login'])
  expect(added.text).toContain('// the title')
  expect(Object.keys(screenOf(added.text))).toEqual(['id', 'title', 'access', 'queries', 'body'])
  expect(screenOf(added.text).queries).toEqual({
    transfers: {
      call: 'wallet/transfers',
      payload: { mode: '=session.mode' },
      emptyWhen: '=size(transfers.rows) == 0',
    },
  })
  expect(addQuery(added.text, transfers, files).name).toBe('transfers2')
  const listed = addList(added.text, 'transfers', transfers, sources)
  expect(listed?.place).toBe('body/0/children/0')
  expect(listed?.text).toContain('"each": "item in transfers.rows"')
  expect(setMember(added.text, 'queries', 'transfers', undefined)).not.toContain('queries')
})

it('sets who may see a screen: without a user no other rule can be met', () => {
  expect(screenOf(setAccess(TEXT, ['verified'])).access).toEqual(['login', 'verified'])
  expect(setAccess(setAccess(TEXT, ['login']), [])).not.toContain('access')
})

it('makes names and texts of words', () => {
  expect(freeName('rows', (name) => name === 'rows')).toBe('rows2')
  expect(textFor('Transfer', 'assets', files).changes).toEqual({})
  const { key, changes } = textFor('Gifts of my friends', 'assets', files)
  expect(key).toBe('assets.giftsOfMyFriends')
  expect(changes['locales/en.json']).toContain('"assets.giftsOfMyFriends": "Gifts of my friends"')
})

it.each([
  ['a screen', { queries: { transfers: { call: 'wallet/transfers' }, mistyped: { call: 'wallet/none' } } }],
  [
    'a part',
    {
      params: {
        transfers: { query: 'wallet/transfers' },
        mistyped: { query: 'wallet/none' },
        note: { type: 'string' },
      },
    },
  ],
])('offers the data of %s by the sentences of the calls', (_what, document) =>
  expect(queryOptions(JSON.stringify(document), sources.calls)).toEqual([
    { id: 'transfers', about: transfers?.sentence },
    { id: 'mistyped', about: 'wallet/none' },
  ]),
)
