import { describe, expect, it } from 'vitest'
import { difference, moved, sliceOf } from './slice.ts'

const TEXT = '{\n  "schema": { "a": 1 },\n  "rules": []\n}\n'

it('is the value at a place', () => {
  const { start, end } = sliceOf(TEXT, 'schema')
  expect(TEXT.slice(start, end)).toBe('{ "a": 1 }')
})

describe('a slice of a file that changes', () => {
  it.each<[string, string, string, string]>([
    ['before it', TEXT.replace('"schema"', '"other": 1, "schema"'), 'schema', '{ "a": 1 }'],
    ['in it', TEXT.replace('1', '12'), 'schema', '{ "a": 12 }'],
    ['in it, so that it is no JSON', TEXT.replace('1', '{'), 'schema', '{ "a": { }'],
    ['after it', TEXT.replace('[]', '[{}]'), 'schema', '{ "a": 1 }'],
    ['before it, so that it is no JSON', TEXT.replace('1', '{{'), 'rules', '[]'],
  ])('%s', (_where, after, place, expected) => {
    const { start, end } = moved(sliceOf(TEXT, place), difference(TEXT, after))
    expect(after.slice(start, end)).toBe(expected)
  })
})
