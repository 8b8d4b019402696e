import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { structuralShare } from './structuralShare.ts'

test('unchanged parts keep their identity', () => {
  const last = {
    rows: [
      { id: '1', a: { b: 1 } },
      { id: '2', a: { b: 2 } },
    ],
    next: null,
  }
  expect(structuralShare(last, structuredClone(last))).toBe(last)
  const next = structuralShare(last, {
    rows: [
      { id: '1', a: { b: 1 } },
      { id: '2', a: { b: 3 } },
    ],
    next: null,
  })
  expect(next).not.toBe(last)
  expect(next.rows[0]).toBe(last.rows[0])
  expect(next.rows[1]).not.toBe(last.rows[1])
})

test('items are matched by id, at any position', () => {
  const last = [
    { id: '1', n: 1 },
    { id: '2', n: 2 },
  ]
  const next = structuralShare(last, [
    { id: '3', n: 3 },
    { id: '1', n: 1 },
    { id: '2', n: 2 },
  ])
  expect(next[1]).toBe(last[0])
  expect(next[2]).toBe(last[1])
  expect(
    structuralShare(
      last,
      [last[1], last[0]].map((item) => ({ ...item })),
    ),
  ).not.toBe(last)
})

test('the result always equals the new value, hostile keys included', () => {
  const value = fc.jsonValue({ maxDepth: 4 })
  fc.assert(
    fc.property(value, value, (last, next) => {
      expect(JSON.stringify(structuralShare(last, next))).toBe(JSON.stringify(next))
    }),
  )
  const hostile: unknown = JSON.parse('{"__proto__":{"polluted":true},"a":1}')
  const shared = structuralShare({ a: 1 }, hostile)
  expect(JSON.stringify(shared)).toBe(JSON.stringify(hostile))
  expect(Object.getPrototypeOf(shared)).toBe(Object.prototype)
})
