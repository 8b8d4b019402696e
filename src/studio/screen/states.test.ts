import { describe, expect, it } from 'vitest'
import { compiler, projectFiles } from '../../../tests/support/project.ts'
import { screenOf } from '../make/queries.ts'
import { PARAM_KINDS } from './kinds.ts'
import {
  beginning,
  choicesOf,
  GROUP,
  kindOfType,
  ONE_OF,
  partsOf,
  setState,
  STATE_KINDS,
  stateOf,
  withChoice,
  withoutChoice,
  withPart,
  type State,
} from './states.ts'

const [TEXT, , CURRENCY] = PARAM_KINDS
if (!TEXT || !CURRENCY) throw new Error('A kind is gone.')
const EMPTY = '{ "id": "b", "route": "/b", "title": "data.save", "state": {}, "body": [] }'
const written = (state: State, text = EMPTY): unknown => screenOf(setState(text, 'kept', state)).state?.kept

/** Findings of the compiler for a state, except that it is not read. */
const problemsOf = (text: string): string[] => {
  compiler.check(projectFiles)
  return compiler
    .checkScreen('screens/b.json', text)
    .diagnostics.filter(({ path }) => path.startsWith('state'))
    .filter(({ rule }) => !rule.startsWith('unused'))
    .map(({ message }) => message)
}

describe('a state', () => {
  it.each(STATE_KINDS)('of the kind “$title” compiles as it is added, and is recognised', (kind) => {
    const text = setState(EMPTY, 'kept', beginning(kind))
    expect(problemsOf(text)).toEqual([])
    expect(kindOfType(stateOf(screenOf(text).state?.kept).type)).toBe(kind)
  })

  it('of the project is recognised, unless it may be null or is a list', () => {
    const states = [...projectFiles].flatMap(([file, text]) =>
      /^screens\/(?!parts|shell)/.test(file) ? Object.values(screenOf(text).state ?? {}) : [],
    )
    const unknown = states.filter((state) => kindOfType(stateOf(state).type) === undefined)
    expect(states.length).toBeGreaterThan(50)
    for (const state of unknown) expect(JSON.stringify(state)).toMatch(/null|\$ref|decimal|"items"/)
  })

  it('is written without its type where that follows from its value', () => {
    expect(written({ type: { type: 'string' }, first: 'a' })).toBe('a')
    expect(written({ type: { type: 'boolean' }, first: true })).toBe(true)
    expect(written(beginning(CURRENCY))).toEqual({ type: CURRENCY.schema, value: 'USDT' })
  })

  it('keeps its comments and its order as its first value is changed', () => {
    const text = '{ "state": { "kept": { /* why */ "value": "a", "type": { "type": "string", "enum": ["a", "b"] } } } }'
    const { type } = stateOf(screenOf(text).state?.kept)
    expect(setState(text, 'kept', { type, first: 'b' })).toBe(text.replace('"value": "a"', '"value": "b"'))
  })
})

describe('a choice', () => {
  it('begins with the text that was there', () => expect(beginning(ONE_OF, 'open').type.enum).toEqual(['open']))

  it('gets words and loses them, and begins with one that is left', () => {
    const two = withChoice({ type: { type: 'string', enum: ['open'] }, first: 'open' }, 'closed')
    expect(choicesOf(two.type)).toEqual(['open', 'closed'])
    expect(withoutChoice(two, 'open')).toEqual({ type: { type: 'string', enum: ['closed'] }, first: 'closed' })
    expect(problemsOf(setState(EMPTY, 'kept', two))).toEqual([])
  })

  it('reports a first value that is none of its words', () =>
    expect(problemsOf(setState(EMPTY, 'kept', { type: { type: 'string', enum: ['a'] }, first: 'b' }))).not.toEqual([]))
})

describe('a group', () => {
  const group = withPart(withPart(beginning(GROUP), 'currency', beginning(CURRENCY)), 'kind', beginning(ONE_OF))

  it('has values of several kinds, all of them required', () => {
    expect(group).toEqual({
      type: {
        type: 'object',
        properties: { currency: CURRENCY.schema, kind: ONE_OF.schema },
        required: ['currency', 'kind'],
        additionalProperties: false,
      },
      first: { currency: 'USDT', kind: 'first' },
    })
    expect(problemsOf(setState(EMPTY, 'kept', group))).toEqual([])
  })

  it('loses a value with what was written for it', () => {
    const one = withPart(group, 'currency', undefined)
    expect(partsOf(one)).toEqual([['kind', { type: ONE_OF.schema, first: 'first' }]])
    expect(one.type.required).toEqual(['kind'])
  })

  it('keeps a first value that is an expression', () =>
    expect(withPart({ ...group, first: '=params' }, 'note', beginning(TEXT)).first).toBe('=params'))

  it('that is written as a value alone gets its type as it is changed', () => {
    const text = EMPTY.replace('"state": {}', '"state": { "kept": { "day": "" } }')
    const before = stateOf(screenOf(text).state?.kept)
    expect(kindOfType(before.type)).toBe(GROUP)
    expect(written({ ...before, first: { day: 'a' } }, text)).toEqual({ day: 'a' })
    const next = withPart(before, 'kind', beginning(ONE_OF))
    expect(written(next, text)).toEqual({ type: next.type, value: { day: '', kind: 'first' } })
    expect(problemsOf(setState(text, 'kept', next))).toEqual([])
  })
})
