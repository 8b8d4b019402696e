import { describe, expect, it } from 'vitest'
import { changedFixture, factsOf, nameFrom, nameProblem, outcomeOf, replyWith, withChanged } from './editedState.ts'

const BASE = { total: '12.00', rows: [{ amount: '1' }] }

describe('the reply of a form', () => {
  const untouched = { own: undefined, base: BASE }
  it.each([
    [{ values: 'longest' } as const, 'longest'],
    [{ refused: 'accountFrozen' }, 'refused:accountFrozen'],
    [{ data: { total: '0' } }, 'typical'],
    [{}, 'typical'],
  ])('%j is %s, and stays as it is', (reply, outcome) => {
    expect(outcomeOf(reply)).toBe(outcome)
    expect(replyWith(reply, { outcome, ...untouched }) ?? {}).toEqual(reply)
  })
  it('has own values beside the kind', () =>
    expect(replyWith(undefined, { outcome: 'longest', own: new Map([['total', '5']]), base: BASE })).toEqual({
      values: 'longest',
      data: { total: '5' },
    }))
  it('has no values where none comes', () =>
    expect(replyWith({ data: { total: '0' } }, { outcome: 'failed', ...untouched })).toEqual({ values: 'failed' }))
  it('keeps the number of items, and the values of the message of the same refusal only', () => {
    const before = { repeat: { rows: 3 }, refused: 'tooMuch', params: { most: 5 } }
    expect(replyWith(before, { outcome: 'refused:tooMuch', ...untouched })).toEqual(before)
    expect(replyWith(before, { outcome: 'refused:other', ...untouched })).toEqual({
      repeat: { rows: 3 },
      refused: 'other',
    })
  })
  it('without anything is none', () =>
    expect(replyWith({ data: { total: '0' } }, { outcome: 'typical', own: new Map(), base: BASE })).toBeUndefined())
})

describe('the fixture of a form', () => {
  const fixture = {
    about: 'Much.',
    time: '2026-12-01T10:30:15+01:00',
    params: { id: 'a' },
    replies: { a: {}, 'x/y': {} },
  }
  it('keeps what the form does not have, and a time that was not changed', () =>
    expect(changedFixture(fixture, factsOf(fixture), { a: { values: 'empty' } })).toEqual({
      ...fixture,
      replies: { a: { values: 'empty' }, 'x/y': {} },
    }))
  it('has the time of the form in UTC', () => {
    expect(factsOf(fixture).time).toBe('2026-12-01T09:30')
    const facts = { about: ' ', user: 'demo', time: '2027-01-01T00:00' }
    expect(changedFixture({}, facts, { a: undefined })).toEqual({ user: 'demo', time: '2027-01-01T00:00:00Z' })
  })
})

describe('the file of fixtures', () => {
  const text = '{\n  "a": {},\n  "b": {}\n}\n'
  it.each([
    ['a fixture is changed', { name: 'a', fixture: { user: 'demo' } }, { a: { user: 'demo' }, b: {} }],
    ['a fixture is renamed', { name: 'c', fixture: {} }, { b: {}, c: {} }],
    ['a fixture is deleted', undefined, { b: {} }],
  ])('when %s', (_title, after, expected) => expect(JSON.parse(withChanged(text, 'a', after) ?? '')).toEqual(expected))
  it('is deleted with its last fixture', () => expect(withChanged('{ "a": {} }', 'a')).toBeNull())
})

it.each([
  ['Long  list', 'long-list', true],
  ['Größe', 'größe', false],
  ['', '', false],
])('the name of "%s" is "%s"', (words, name, isGood) => {
  expect(nameFrom(words)).toBe(name)
  expect(nameProblem(name) === '').toBe(isGood)
})
