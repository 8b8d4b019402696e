import { beforeEach, expect, test, vi } from 'vitest'
import { client } from '../../../tests/support/client.ts'
import type { Screen } from '../language/expressions/program.ts'
import type { QueryStore } from '../state/data/queryStore.ts'
import { get } from '../state/store.ts'
import { createScreenInstance } from './screenInstance.ts'

const SCREEN: Screen = {
  id: 'trade',
  route: '/trade',
  title: '',
  navigationBar: 'none',
  access: [],
  params: { kind: { type: 'string', enum: ['spot', 'seconds'], default: 'spot' } },
  state: { kind: 'spot', side: 'buy' },
  initialExprs: { kind: ['@', 'params', 'kind'] },
  queries: {},
  onShow: [],
  body: [],
  requires: { widgets: [], actions: [], functions: [] },
  calls: {},
  forms: {},
}
const setRequest = vi.fn()
const data = { query: () => ({ setRequest, subscribe: () => () => undefined }) } as unknown as QueryStore
const report = vi.fn()
beforeEach(() => {
  setRequest.mockClear()
  report.mockClear()
})
const enter = (
  screen: Screen,
  params: Record<string, unknown>,
  before: ReturnType<typeof createScreenInstance> | null = null,
) => createScreenInstance(screen, { client, params, data, config: {}, previous: before, report })
const kind = (screen: ReturnType<typeof createScreenInstance>) =>
  get(
    screen.state('kind') ??
      (() => {
        throw new Error('There is no kind.')
      })(),
  )

test('initial state comes from the URL, with defaults for missing parameters', () => {
  expect([
    kind(enter(SCREEN, { kind: 'seconds' })),
    kind(enter(SCREEN, {})),
    kind(enter(SCREEN, { kind: 'odd' })),
  ]).toEqual(['seconds', 'spot', 'spot'])
})

test('another revision of a screen in use keeps the user’s state', () => {
  const before = enter(SCREEN, { kind: 'seconds' })
  before.setState('kind', 'spot')
  expect(kind(enter({ ...SCREEN }, { kind: 'seconds' }, before))).toBe('spot')
})

test('an initial value that cannot be evaluated falls back to the default and is reported', () => {
  expect(kind(enter({ ...SCREEN, initialExprs: { kind: ['d/', '1', '0'] } }, {}))).toBe('spot')
  expect(kind(enter({ ...SCREEN, initialExprs: { gone: 'x' } }, {}))).toBe('spot')
  expect(report.mock.calls.map(([, at]) => at as string)).toEqual(['state/kind', 'state/gone'])
})

test('the queries’ requests are known before the first render, with initial values', () => {
  const row = (enabled: boolean) => ({
    call: 'coin/list',
    payload: ['map', 'kind', ['@', 'state', 'kind']] as const,
    enabled,
  })
  const instance = enter(
    {
      ...SCREEN,
      queries: {
        orders: row(true),
        none: row(false),
        broken: { call: 'coin/list', payload: ['map', 'of', ['d/', '1', '0']] },
      },
    },
    { kind: 'seconds' },
  )
  expect(setRequest.mock.calls).toEqual([[{ call: 'coin/list', payload: { kind: 'seconds' } }], [null], [null]])
  expect(report).not.toHaveBeenCalled()
  instance.subscribe()
  expect(report.mock.calls.map(([, at]) => at as string)).toEqual(['queries/broken'])
})
