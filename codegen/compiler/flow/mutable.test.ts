import { expect, test } from 'vitest'
import { MutableSet, mutableReadBy, pathsOf } from './mutable.ts'

test('a set has a mutable value once, by its kind and name', () => {
  const set = new MutableSet([
    { kind: 'state', name: 'order' },
    { kind: 'form', name: 'order' },
    { kind: 'state', name: 'order' },
  ])
  expect(set.size).toBe(2)
  expect(set.has({ kind: 'form', name: 'order' })).toBe(true)
  expect(set.has({ kind: 'query', name: 'order' })).toBe(false)
})

test.each([
  [['@', 'state', 'step'] as const, { kind: 'state', name: 'step' }],
  [['@', 'forms', 'order'] as const, { kind: 'form', name: 'order' }],
  [['@', 'data', 'orders'] as const, { kind: 'query', name: 'orders' }],
  [['@', 'session', 'user'] as const, { kind: 'session', name: 'user' }],
  [['@', 'params', 'id'] as const, undefined],
  [['v', 'state'] as const, undefined],
])('the mutable value that %j reads is %j', (operation, read) => {
  expect(mutableReadBy(operation)).toEqual(read)
})

test('a query is read by its value and by its status', () => {
  expect(pathsOf({ kind: 'query', name: 'orders' })).toEqual([['orders'], ['queries', 'orders']])
  expect(pathsOf({ kind: 'form', name: 'order' })).toEqual([['forms', 'order']])
  expect(pathsOf({ kind: 'session', name: 'user' })).toEqual([['session', 'user']])
})
