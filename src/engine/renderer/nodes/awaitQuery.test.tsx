// @vitest-environment jsdom
import { act, fireEvent, render, screen } from '../../../../tests/support/react.tsx'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Expr, Node, Screen } from '../../language/expressions/program.ts'
import type { CallResult, Payload } from '../../language/result.ts'
import type { SetArgs } from '../../../generated/actions/set.ts'
import set from '../../actions/set/set.ts'
import { createQueryStore } from '../../state/data/queryStore.ts'
import { HostContext } from '../host.ts'
import type { Widget } from '../plan.ts'
import { createScreenInstance } from '../screenInstance.ts'
import { ScreenView } from '../ScreenView.tsx'
import { testHost, type TestSetup } from '../../../../tests/support/renderNodes.tsx'
import { screenOf } from '../../../../tests/support/screenOf.ts'
import { client } from '../../../../tests/support/client.ts'

const widgets: Record<string, Widget> = {
  Text: ({ text }) => <p>{text as string}</p>,
  Button: ({ label, onPress }) => (
    <button type="button" onClick={() => (onPress as () => void)()}>
      {label as string}
    </button>
  ),
  Stack: ({ children }) => <div>{children as ReactNode}</div>,
}
const text = (value: Expr, more: Partial<Node> = {}): Node => ({
  widget: 'Text',
  sourcePath: 'text',
  exprs: { text: value },
  ...more,
})
const ok = (data: unknown): CallResult => ({ ok: true, data, code: '1', message: '', params: {} })
const refused: CallResult = { ok: false, kind: 'refused', code: 'frozen', message: '', params: {} }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const drawn = () => [...document.querySelectorAll('p, button')]
/** The visible text. */
const words = () =>
  drawn()
    .filter((element) => getComputedStyle(element).visibility !== 'hidden')
    .map((element) => element.textContent)

function show(
  definition: Partial<Screen>,
  answer: (call: string, payload: Payload) => CallResult | Promise<CallResult>,
  setup: Pick<TestSetup, 'actions' | 'contextOf'> = {},
) {
  const call = vi.fn((id: string, payload: Payload) => Promise.resolve(answer(id, payload)))
  const reports: { error: unknown; at: string }[] = []
  const host = testHost({ widgets, ...setup }, reports)
  const state = createScreenInstance(screenOf(definition.body ?? [], definition), {
    client,
    params: {},
    data: createQueryStore(client, call),
    config: host.config,
    report: host.report,
  })
  const result = render(
    <HostContext value={host}>
      <ScreenView state={state} />
    </HostContext>,
    { onCaughtError: () => undefined },
  )
  return { ...result, call, state, reports }
}
const later = (ms: number, result: CallResult) =>
  new Promise<CallResult>((resolve) => setTimeout(() => resolve(result), ms))

const body = [text('above'), text(['.', ['@', 'data', 'list'], 'name'], { waitFor: 'list' })]
const queries = { list: { call: 'x' } }

test('shows nodes without data at once', async () => {
  show({ body, queries }, () => later(500, ok({ name: 'value' })))
  await pass(0)
  expect(words()).toEqual(['above'])
})

test('shows nothing, then the loading placeholder after 200 ms, then the value', async () => {
  show({ body, queries }, () => later(500, ok({ name: 'value' })))
  await pass(0)
  expect(words()).toEqual(['above'])
  // The placeholder's space is reserved from the start: content below does not move when it appears.
  expect(drawn().map((element) => element.textContent)).toEqual(['above', 'Loading'])
  await pass(199)
  expect(words()).toEqual(['above'])
  await pass(1)
  expect(words()).toEqual(['above', 'Loading'])
  await pass(300)
  expect(words()).toEqual(['above', 'value'])
})

test('a failed query shows a retry that works', async () => {
  let answer: CallResult = refused
  show({ body, queries }, () => answer)
  await pass(0)
  expect(words()).toEqual(['above', 'Failed frozen'])
  answer = ok({ name: 'value' })
  fireEvent.click(screen.getByText('Failed frozen'))
  await pass(0)
  expect(words()).toEqual(['above', 'value'])
})

const rows = { call: 'x', emptyWhen: ['==', ['f', 'size', ['.', ['@', 'data', 'list'], 'rows']], 0] as const }
const list = [
  text('row', { waitFor: 'list', each: { as: 'row', in: ['.', ['@', 'data', 'list'], 'rows'], key: ['v', 'row'] } }),
]

test('an empty value shows the empty placeholder', async () => {
  show({ body: list, queries: { list: rows } }, () => ok({ rows: [] }))
  await pass(0)
  expect(words()).toEqual(['Empty'])
})

test('a query’s own placeholders replace the common ones', async () => {
  show(
    {
      body: list,
      queries: { list: { ...rows, placeholders: { loading: [text('own loading')], empty: [text('own empty')] } } },
    },
    () => later(300, ok({ rows: [] })),
  )
  await pass(250)
  expect(words()).toEqual(['own loading'])
  await pass(50)
  expect(words()).toEqual(['own empty'])
})

test('a value that could not be refreshed is marked and stays', async () => {
  let answer = ok({ name: 'value' })
  const { state } = show({ body, queries }, () => answer)
  await pass(0)
  answer = refused
  await act(() => state.query('list')?.refetch())
  expect(words()).toEqual(['above', 'Stale', 'value'])
})

test('the body waits for a query that no node names', async () => {
  show({ body: [text(['.', ['@', 'data', 'list'], 'name'])], queries }, () => later(300, ok({ name: 'value' })))
  await pass(250)
  expect(words()).toEqual(['Loading'])
  await pass(50)
  expect(words()).toEqual(['value'])
})

test('a handler that sets two states sends one request', async () => {
  const both = ['from', 'to'].map((name) => ({ action: 'set', args: { name, value: 'new' }, sourcePath: name }))
  const { call } = show(
    {
      body: [{ widget: 'Button', sourcePath: 'button', props: { label: 'Go' }, on: { press: both } }],
      state: { from: 'a', to: 'b' },
      queries: { list: { call: 'x', payload: ['map', 'from', ['@', 'state', 'from'], 'to', ['@', 'state', 'to']] } },
    },
    () => ok({}),
    {
      actions: { set: { ...set, run: (args, context) => set.run(args as unknown as SetArgs, context) } },
      contextOf: ({ screen: shown }) => ({ setState: (path, value) => shown.setState(path, value) }),
    },
  )
  await pass(0)
  await act(async () => void fireEvent.click(screen.getByText('Go')))
  await pass(0)
  expect(call.mock.calls.map(([, payload]) => ({ ...payload }))).toEqual([
    { from: 'a', to: 'b' },
    { from: 'new', to: 'new' },
  ])
})

test('a query is fetched while its condition is true, with its current payload', async () => {
  const { call, state } = show(
    {
      body: [text(['??', ['.', ['@', 'data', 'list'], 'name'], '-'], { waitFor: 'list' })],
      state: { on: false, page: 'a' },
      queries: { list: { call: 'x', enabled: ['@', 'state', 'on'], payload: ['map', 'page', ['@', 'state', 'page']] } },
    },
    (_, { page }) => ok({ name: page }),
  )
  await pass(1_000)
  expect(words()).toEqual([])
  expect(call).not.toHaveBeenCalled()
  await act(async () => state.setState('on', true))
  await pass(0)
  expect(words()).toEqual(['a'])
  await act(async () => state.setState('page', 'b'))
  await pass(0)
  expect(words()).toEqual(['b'])
  await act(async () => state.setState('on', false))
  await pass(0)
  expect(words()).toEqual([])
  expect(call.mock.calls.map(([, payload]) => ({ ...payload }))).toEqual([{ page: 'a' }, { page: 'b' }])
})

test('a payload that cannot be evaluated is reported, and the screen is still shown', async () => {
  const { reports } = show({ body, queries: { list: { call: 'x', payload: ['map', 'a', ['+', 'x', 1]] } } }, () =>
    ok({}),
  )
  await pass(0)
  expect(words()).toEqual(['above'])
  expect(reports.map(({ at }) => at)).toEqual(['queries/list'])
})

test('a change of language re-renders every text', async () => {
  client.language.apply('en', { hello: 'Hello' })
  show({ body: [{ widget: 'Stack', sourcePath: 's', slots: { children: [text(['t', 'hello'])] } }] }, () => ok({}))
  expect(words()).toEqual(['Hello'])
  act(() => client.language.apply('de', { hello: 'Hallo' }))
  expect(words()).toEqual(['Hallo'])
  client.language.apply('en', {})
})

test('the query refreshes only while the screen is shown', async () => {
  const { call, unmount } = show({ body, queries: { list: { call: 'x', refreshSeconds: 30 } } }, () =>
    ok({ name: 'value' }),
  )
  await pass(30_000)
  expect(call).toHaveBeenCalledTimes(2)
  unmount()
  await pass(90_000)
  expect(call).toHaveBeenCalledTimes(2)
})

test('a loading placeholder reads the parameters of the root of a part', async () => {
  const loading = [text(['s+', 'loading ', ['v', 'p:name']])]
  const root = text('here', { waitFor: 'list', let: { 'p:name': ['@', 'state', 'name'] }, loading })
  const queries = { list: { call: 'x' } }
  const { state } = show({ body: [root], queries, state: { name: 'one' } }, () => later(500, ok({})))
  await pass(300)
  expect(words()).toEqual(['loading one'])
  act(() => state.setState('name', 'two'))
  expect(words()).toEqual(['loading two'])
})

test('a node has its own loading placeholder, in its own scope', async () => {
  const placeholders = { loading: [text('loading')], error: [text('missing')] }
  const waits = text('here', { waitFor: 'list', loading: [text(['s+', 'loading ', ['v', 'row']])] })
  const rows: Node = {
    widget: 'Stack',
    sourcePath: 'rows',
    each: { as: 'row', in: ['list', 'a', 'b'], key: ['v', 'row'] },
    slots: { children: [waits] },
  }
  let answer = ok({})
  const screenful = {
    body: [rows, text('elsewhere', { waitFor: 'list' })],
    queries: { list: { call: 'x', placeholders: placeholders } },
  }
  const { unmount } = show(screenful, () => later(500, answer))
  await pass(300)
  expect(words()).toEqual(['loading a', 'loading b', 'loading'])
  await pass(200)
  expect(words()).toEqual(['here', 'here', 'elsewhere'])
  unmount()
  answer = refused
  show(screenful, () => answer)
  await pass(0)
  expect(words()).toEqual(['missing', 'missing', 'missing'])
})

const named: Expr = ['?:', ['==', ['@', 'data', 'mine'], null], 'nothing', 'something']
const withNotice = {
  body: [text(named, { showErrorOf: ['mine', 'other'] }), text('below')],
  queries: { mine: { call: 'mine' }, other: { call: 'other' } },
}

test('a query in showErrorOf neither blocks its node nor shows that it loads', async () => {
  const { reports } = show(withNotice, () => later(500, ok({})))
  await pass(0)
  expect(drawn().map((element) => element.textContent)).toEqual(['nothing', 'below'])
  await pass(300)
  expect(drawn().map((element) => element.textContent)).toEqual(['nothing', 'below'])
  await pass(200)
  expect(words()).toEqual(['something', 'below'])
  expect(reports).toEqual([])
})

test('a fetch error is shown once after the node, and retry refetches all failed queries', async () => {
  let answer: CallResult = refused
  const { call } = show(withNotice, (name) => (name === 'mine' ? answer : refused))
  await pass(0)
  expect(words()).toEqual(['nothing', 'Failed frozen', 'below'])
  answer = ok({})
  call.mockClear()
  fireEvent.click(screen.getByText('Failed frozen'))
  await pass(0)
  expect(call.mock.calls.map(([name]) => name)).toEqual(['mine', 'other'])
  // The other still shows its error.
  expect(words()).toEqual(['something', 'Failed frozen', 'below'])
})

test('the error placeholder of the first failed query is shown, and none while the node is hidden', async () => {
  const own = { ...withNotice.queries, other: { call: 'other', placeholders: { error: [text('other is missing')] } } }
  const answer = (name: string) => (name === 'other' ? refused : ok({}))
  const { unmount } = show({ ...withNotice, queries: own }, answer)
  await pass(0)
  expect(words()).toEqual(['something', 'other is missing', 'below'])
  unmount()
  show({ queries: own, body: [text('x', { showErrorOf: ['mine', 'other'], visible: false }), text('below')] }, answer)
  await pass(0)
  expect(words()).toEqual(['below'])
})

test('stale data is marked after the node', async () => {
  let answer: CallResult = ok({})
  const { state } = show(withNotice, () => answer)
  await pass(0)
  answer = refused
  await act(() => state.query('other')?.refetch())
  await pass(0)
  expect(words()).toEqual(['something', 'Stale', 'below'])
})

test('a hidden node has no placeholder, and gets one when it is shown', async () => {
  const isOpen: Expr = ['@', 'state', 'open']
  const ofData: Expr = ['==', ['.', ['@', 'data', 'list'], 'name'], 'value']
  const screenful = {
    state: { open: false },
    body: [text('first', { waitFor: 'list', visible: isOpen }), text('second', { waitFor: 'list', visible: ofData })],
    queries: { list: { call: 'x', placeholders: { loading: [text('loading')] } } },
  }
  const { state } = show(screenful, () => later(1_000, ok({ name: 'value' })))
  await pass(300)
  expect(words()).toEqual(['loading'])
  act(() => state.setState('open', true))
  expect(words()).toEqual(['loading', 'loading'])
  await pass(700)
  expect(words()).toEqual(['first', 'second'])
  act(() => state.setState('open', false))
  expect(words()).toEqual(['second'])
})
