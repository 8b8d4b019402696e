import { expect, test } from 'vitest'
import { formOf, testForm } from '../../../tests/support/forms.ts'
import type { Screen } from '../language/expressions/program.ts'
import { createQueryStore } from './data/queryStore.ts'
import { createScreenState, hasParams, readParams } from './screen.ts'
import { get } from './store.ts'
import { client } from '../../../tests/support/client.ts'

const screen: Screen = {
  id: 'x',
  route: '/x',
  title: '',
  navigationBar: 'none',
  access: [],
  params: {
    id: { type: 'string' },
    page: { type: 'integer', default: 1 },
    open: { type: 'boolean' },
    kind: { type: 'string', enum: ['spot', 'seconds'], default: 'spot' },
    symbol: { type: 'string', format: 'symbol' },
  },
  state: { query: '', filter: { side: 'all', tags: ['a'] } },
  queries: { list: { call: 'x' } },
  onShow: [],
  body: [],
  requires: { widgets: [], actions: [], functions: [] },
  calls: {},
  forms: { login: formOf([{ name: 'a' }]) },
}
const data = createQueryStore(client, () => Promise.reject(new Error('not asked')))

const first = { id: null, page: 1, open: null, kind: 'spot', symbol: null }
test.each([
  [
    { id: '7', page: '3', open: 'true', kind: 'seconds', symbol: 'BTCUSDT' },
    { id: '7', page: 3, open: true, kind: 'seconds', symbol: 'BTCUSDT' },
  ],
  [{}, first],
  [{ page: '1e3', open: 'yes', id: {} }, first],
  [{ kind: 'futures', symbol: 'no symbol' }, first],
  [JSON.parse('{"__proto__":{"id":"evil"},"constructor":"x"}') as Record<string, unknown>, first],
])('parameters %j', (given, expected) => {
  expect({ ...readParams(screen, given) }).toEqual(expected)
})

test.each([
  [{ id: 'a' }, true],
  [{}, false],
  [{ id: '' }, false],
  [{ id: 'not an id' }, false],
])('with %j a screen that requires an id has its required parameters: %s', (given, expected) => {
  const needy: Screen = { ...screen, params: { id: { type: 'string', format: 'id', required: true } } }
  expect(hasParams(createScreenState(needy, given, data))).toBe(expected)
})

test('state is set by name and by path, and never mutated', () => {
  const state = createScreenState(screen, {}, data)
  state.setState('query', 'btc')
  state.setState('filter.side', 'long')
  state.setState('filter.tags.1', 'b')
  expect(get(state.state('query') ?? expect.fail())).toBe('btc')
  expect({ ...(get(state.state('filter') ?? expect.fail()) as object) }).toEqual({ side: 'long', tags: ['a', 'b'] })
  expect(screen.state.filter).toEqual({ side: 'all', tags: ['a'] })
  expect(() => state.setState('nothing', 1)).toThrow('no state nothing')
  expect(() => state.setState('filter.tags.9', 'x')).toThrow('no place 9')
  state.setState('filter.__proto__.polluted', true)
  expect(({} as Record<string, unknown>).polluted).toBe(undefined)
})

test('each screen has its own form of a name, the same each time', () => {
  const one = createScreenState(screen, {}, data, { createForm: testForm })
  expect(one.form('login')).toBe(one.form('login'))
  expect(one.form('login')).not.toBe(createScreenState(screen, {}, data, { createForm: testForm }).form('login'))
  expect(one.form('constructor')).toBe(null)
  expect(() => createScreenState(screen, {}, data).form('login')).toThrow('The code of forms is not loaded')
})

test('another revision takes over the user’s state where its types allow it', () => {
  const kind = (values: string[]) => ({ type: 'string', enum: values })
  const filter = (...names: string[]) => ({
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
    required: names,
  })
  const before = createScreenState(
    { ...screen, state: { query: '', kind: 'spot', filter: { side: 'all' }, pick: null, count: 0 } },
    {},
    data,
  )
  for (const [name, value] of Object.entries({
    query: 'btc',
    kind: 'seconds',
    filter: { side: 'long' },
    pick: 'a',
    count: 3,
  }))
    before.setState(name, value)
  const valueOf = (next: Partial<Screen>, name: string) =>
    get(createScreenState({ ...screen, ...next }, {}, data, { previous: before }).state(name) ?? expect.fail())

  expect(valueOf({ state: { query: '' } }, 'query')).toBe('btc')
  expect(valueOf({ state: { query: 1 } }, 'query')).toBe(1)
  expect(valueOf({ state: { kind: 'spot' }, stateShapes: { kind: kind(['spot', 'seconds']) } }, 'kind')).toBe('seconds')
  expect(valueOf({ state: { kind: 'spot' }, stateShapes: { kind: kind(['spot', 'futures']) } }, 'kind')).toBe('spot')
  expect(
    valueOf({ state: { filter: { side: 'all' } }, stateShapes: { filter: filter('side') } }, 'filter'),
  ).toMatchObject({ side: 'long' })
  expect(
    valueOf(
      { state: { filter: { side: 'all', step: '1' } }, stateShapes: { filter: filter('side', 'step') } },
      'filter',
    ),
  ).toEqual({ side: 'all', step: '1' })
  expect(valueOf({ state: { pick: null }, stateShapes: { pick: { type: ['string', 'null'] } } }, 'pick')).toBe('a')
  expect(valueOf({ state: { count: 0 }, stateShapes: { count: { type: 'integer', maximum: 2 } } }, 'count')).toBe(0)
})
