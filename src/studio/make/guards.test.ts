import { expect, it } from 'vitest'
import { checkOf, withGuards } from './guards.ts'

const nodeOf = (text: string): object => (JSON.parse(text) as { body: [object] }).body[0]
const guarded = (node: object, checks: string[], queries: string[] = []): object =>
  nodeOf(withGuards(JSON.stringify({ body: [node] }), 'body/0', { queries, checks }))

it.each([
  ['of a list', 'a.rows[0]', 'size(a.rows) > 0'],
  ['of a value', 'a.note', 'a.note != null'],
])('the first item or value is checked: %s', (_title, value, check) => expect(checkOf(value)).toBe(check))

it.each([
  ['none', {}, { visible: '=a != null' }],
  ['the same', { visible: '=b && a != null' }, { visible: '=b && a != null' }],
  ['one of a longer name', { visible: '=ba != null' }, { visible: '=ba != null && a != null' }],
  [
    'that of a hidden node',
    { visible: '=false', allow: { 'constant-condition': 'Hidden.' } },
    { visible: '=false && (a != null)' },
  ],
  ['alternatives', { visible: '=a != null || b' }, { visible: '=(a != null || b) && a != null' }],
])('a check is added to %s', (_title, node, expected) => expect(guarded(node, ['a != null'])).toEqual(expected))

it('a node that waits for other data compares with null', () => {
  expect(guarded({}, [], ['a'])).toEqual({ waitFor: 'a' })
  expect(guarded({ waitFor: 'b' }, [], ['a'])).toEqual({ waitFor: 'b', visible: '=a != null' })
})
