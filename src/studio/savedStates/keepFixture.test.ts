import { describe, expect, it } from 'vitest'
import { fixtureOf, withFixture } from './keepFixture.ts'

const NONE = { shown: undefined, queries: ['wallet', 'coins'], params: undefined }

describe('the fixture of a view', () => {
  it('has the user, the parameters and the states of the data', () => {
    const chosen = { user: 'demo', data: 'empty', queries: { wallet: 'failed' } } as const
    expect(fixtureOf('What it shows.', chosen, { ...NONE, params: { id: 'a' } })).toEqual({
      about: 'What it shows.',
      user: 'demo',
      params: { id: 'a' },
      replies: { wallet: { values: 'failed' }, coins: { values: 'empty' } },
    })
  })
  it('of a visitor with the data of the server is empty', () => {
    expect(fixtureOf('', { user: 'visitor', data: 'live', queries: {} }, NONE)).toEqual({})
  })
  it('keeps what the shown fixture has, but for what was chosen beside it', () => {
    const shown = {
      about: 'Old.',
      user: 'frozen',
      replies: { wallet: { data: { rows: [] } }, coins: { refused: 'x' } },
    }
    const chosen = { user: 'demo', data: 'zero', queries: { coins: 'loading' } } as const
    expect(fixtureOf('', chosen, { ...NONE, shown })).toEqual({
      user: 'frozen',
      replies: { wallet: { data: { rows: [] } }, coins: { values: 'loading' } },
    })
  })
})

it('is written into the file of the screen, or into one that does not exist yet', () => {
  expect(withFixture(undefined, 'a', { user: 'demo' })).toBe('{\n  "a": {\n    "user": "demo"\n  }\n}\n')
  expect(JSON.parse(withFixture('{\n  "b": {}\n}\n', 'a', {}))).toEqual({ a: {}, b: {} })
})
