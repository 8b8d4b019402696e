import { expect, test } from 'vitest'
import { productSignatures } from '../../product.ts'
import { completionsAt, isInExpression, nameCompletions, writtenNameAt } from './completions.ts'
import { descriptionsOf } from './schemaAt.ts'

const calls = [
  { description: 'A call of the contract' },
  { const: 'wallet/transfers', description: 'The transfers' },
  { const: 'wallet/info', description: 'The balances' },
]

test.each([
  ['wallet/info', ['A call of the contract', 'The balances']],
  ['wallet/tr', ['A call of the contract']],
])('of alternatives, only what is said of "%s" is shown', (value, expected) => {
  expect(descriptionsOf(calls, value)).toEqual(expected)
})

test.each([
  ['{"a": "=state.o|"}', true],
  ['{"a": "|=state"}', true],
  ['{"a": "plain|"}', false],
  ['{"=a|": 1}', false],
  ['{"a": |}', false],
])('an offset is in an expression: %s', (marked, expected) => {
  expect(isInExpression(marked.replace('|', ''), marked.indexOf('|'))).toBe(expected)
})

test.each([
  ['=sta', [], 'sta'],
  ['=state.op', ['state'], 'op'],
  ['=size(orders.rows.', ['orders', 'rows'], ''],
])('the name that is written at the end of "%s"', (text, holder, name) => {
  expect(writtenNameAt(text, text.length, false)).toEqual({ holder, from: text.length - name.length })
})

test('beside a finished word a name is offered only if it is asked for', () => {
  expect(writtenNameAt('=state.open ', 12, false)).toBeNull()
  expect(writtenNameAt('=state.open ', 12, true)).toEqual({ holder: [], from: 12 })
})

test('names of the scope come before functions, with their types and descriptions', () => {
  const scope = [{ name: 'orders', type: 'an object' }]
  const described = (path: string) => (path === 'orders' ? { description: 'The orders' } : undefined)
  const found = nameCompletions({ holder: [], from: 1 }, 4, scope, described, productSignatures)
  expect(found?.options[0]).toEqual({
    label: 'orders',
    kind: 'variable',
    detail: 'an object',
    description: 'The orders',
    rank: 1,
  })
  expect(found?.options.some(({ kind }) => kind === 'function')).toBe(true)
  expect(nameCompletions({ holder: ['orders'], from: 1 }, 4, [], described, productSignatures)).toBeNull()
})

test('members of a document are those of its schema that it lacks, required ones first', () => {
  const schema = {
    type: 'object',
    properties: { id: { type: 'string' }, title: { type: 'string' }, state: { type: 'object' } },
    required: ['title'],
  }
  const text = '{"id": "a", }'
  const found = completionsAt({ text, schema, english: {} }, text.length - 1, true)
  expect(found?.options.map(({ label, rank }) => [label, rank])).toEqual([
    ['"title"', 2],
    ['"state"', 0],
  ])
})
