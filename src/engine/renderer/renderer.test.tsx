// @vitest-environment jsdom
import '../../../tests/support/functions.ts'
import { asPrice } from '../language/values/decimal.ts'
import { act, fireEvent, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { formOf } from '../../../tests/support/forms.ts'
import { quoteOf } from '../../../tests/support/quotes.ts'
import type { Action } from '../language/action.ts'
import { fieldsOf } from '../language/forms/forms.ts'
import type { Expr, Node, Step } from '../language/expressions/program.ts'
import { structuralShare } from '../state/data/structuralShare.ts'
import type { Quote } from '../../generated/entities.ts'
import { get } from '../state/store.ts'
import { useField, useForm } from './form.ts'
import type { Widget } from './plan.ts'
import { drawnInFull, renderNodes } from '../../../tests/support/renderNodes.tsx'
import { client } from '../../../tests/support/client.ts'

const draws = new Map<string, number>()
const countDraw = (name: string) => draws.set(name, (draws.get(name) ?? 0) + 1)

const widgets: Record<string, Widget> = {
  Text: ({ text }) => {
    countDraw(`Text ${String(text).split(':')[0]}`)
    return <p>{text as string}</p>
  },
  Stack: ({ children }) => {
    countDraw('Stack')
    return <div>{children as ReactNode}</div>
  },
  Row: ({ children }) => {
    countDraw('Row')
    return <div>{children as ReactNode}</div>
  },
  Button: ({ label, onPress }) => (
    <button type="button" onClick={() => void (onPress as () => Promise<void>)()}>
      {label as string}
    </button>
  ),
  Input: ({ value, onChange }) => (
    <input
      aria-label="input"
      value={value as string}
      onChange={(event) => void (onChange as (detail: unknown) => Promise<void>)({ value: event.target.value })}
    />
  ),
  Boom: ({ text }) => {
    if (text !== 'fine') throw new Error('boom')
    return <p>fine</p>
  },
  Form: ({ form }) => {
    countDraw('Form')
    const state = useForm(form as string)
    return (
      <form>
        {fieldsOf(state.def).map((field) => (
          <FieldInput key={field.name} form={form as string} name={field.name} />
        ))}
      </form>
    )
  },
}

function FieldInput({ form, name }: { form: string; name: string }) {
  countDraw(`field ${name}`)
  const { field, value, error } = useField(form, name)
  return (
    <label>
      {name}
      <input
        value={(value ?? '') as string}
        onChange={(event) => field.set(event.target.value)}
        onBlur={() => field.touch()}
      />
      {error && <span role="alert">{error.key}</span>}
    </label>
  )
}

const node = (widget: string, more: Partial<Node> = {}): Node => ({ widget, sourcePath: widget, ...more })
const text = (value: Expr, more: Partial<Node> = {}): Node => node('Text', { exprs: { text: value }, ...more })
const frame = () => act(() => new Promise((resolve) => requestAnimationFrame(() => resolve(undefined))))

const list = (changed: string) => ({
  rows: Array.from({ length: 100 }, (_, i) => ({ id: String(i), name: i === 50 ? changed : `row${i}` })),
})
const field = (name: string) => ({ name, required: false, schema: { type: 'string', maxLength: 20 } })
const twoOf = (broken: Node) => [node('Stack', { slots: { children: [text('before'), broken, text('after')] } })]
const words = () => [...document.querySelectorAll('p')].map((p) => p.textContent)
const press = () => fireEvent.click(screen.getByText('Go'))

describe('rendering', () => {
  test('a static tree, pure and live expressions, visible, each and parts', () => {
    const screen = renderNodes(
      [
        node('Stack', {
          slots: {
            children: [
              node('Text', { props: { text: 'static' } }),
              text(['s+', 'state ', ['@', 'state', 'name']]),
              text('hidden', { visible: ['==', ['@', 'state', 'name'], 'absent'] }),
              text(['s+', ['.', ['v', 'row'], 'name'], ['v', 'p:suffix']], {
                each: { as: 'row', in: ['.', ['@', 'data', 'list'], 'rows'], key: ['.', ['v', 'row'], 'id'] },
                let: { 'p:suffix': ['s+', '/', ['@', 'state', 'name']] },
              }),
            ],
          },
        }),
      ],
      {
        widgets,
        state: { name: 'Ada' },
        data: {
          list: {
            rows: [
              { id: '1', name: 'one' },
              { id: '2', name: 'two' },
            ],
          },
        },
      },
    )
    const words = () => [...screen.container.querySelectorAll('p')].map((p) => p.textContent)
    expect(words()).toEqual(['static', 'state Ada', 'one/Ada', 'two/Ada'])
    act(() => screen.state.setState('name', 'absent'))
    expect(words()).toEqual(['static', 'state absent', 'hidden', 'one/absent', 'two/absent'])
  })

  test('reserved prop names of React and prototypes never reach a widget', () => {
    const seen: Record<string, unknown>[] = []
    const hostile = JSON.parse(
      '{"text":"x","__proto__":{"a":1},"dangerouslySetInnerHTML":{"__html":"<b>"},"ref":"r","children":"c","style":{"color":"red"}}',
    ) as Record<string, never>
    renderNodes([node('Probe', { props: hostile, exprs: { key: 'k', className: 'c' } })], {
      widgets: { Probe: (props) => (seen.push(props), null) },
    })
    // StrictMode renders twice.
    expect(seen.map((props) => Object.keys(props))).toEqual([['text'], ['text']])
  })
})

// Without StrictMode: renders are counted.
describe('minimal re-rendering', () => {
  test('one tick on a list of 1 000 rows renders one cell', async () => {
    const rows = Array.from({ length: 1_000 }, (_, i) => ({ symbol: `S${i}` }))
    const last: Expr = [
      '?:',
      ['!=', ['f', 'quote', ['.', ['v', 'row'], 'symbol']], null],
      ['.', ['f', 'quote', ['.', ['v', 'row'], 'symbol']], 'last'],
      '-',
    ]
    const screen = renderNodes(
      [
        node('Stack', {
          waitFor: 'list',
          slots: {
            children: [
              node('Row', {
                each: { as: 'row', in: ['.', ['@', 'data', 'list'], 'rows'], key: ['.', ['v', 'row'], 'symbol'] },
                slots: {
                  children: [text(['s+', 'name:', ['.', ['v', 'row'], 'symbol']]), text(['s+', 'last:', last])],
                },
              }),
            ],
          },
        }),
      ],
      { widgets, data: { list: { rows } }, reactStrictMode: false },
    )
    await drawnInFull()
    expect(screen.container.querySelectorAll('p')).toHaveLength(2_000)
    draws.clear()
    client.live.receive([quoteOf('S500', '7', 1)])
    await frame()
    expect(Object.fromEntries(draws)).toEqual({ 'Text last': 1 })
    expect(screen.container.querySelectorAll('p')[1_001]?.textContent).toBe('last:7')
    // A tick that changes another field of the quote renders nothing.
    draws.clear()
    const quote: Quote = { ...quoteOf('S500', '7', 2), bid: asPrice('2') }
    client.live.receive([quote])
    await frame()
    expect(get(client.live.atomOf<Quote>('S500'))?.bid).toBe('2')
    expect(Object.fromEntries(draws)).toEqual({})
  })

  test('a refetch with one changed row renders one row', async () => {
    const first = list('before')
    const screen = renderNodes(
      [
        node('Stack', {
          slots: {
            children: [
              node('Row', {
                each: { as: 'row', in: ['.', ['@', 'data', 'list'], 'rows'], key: ['.', ['v', 'row'], 'id'] },
                slots: { children: [text(['s+', 'name:', ['.', ['v', 'row'], 'name']])] },
              }),
            ],
          },
        }),
      ],
      { widgets, data: { list: first }, reactStrictMode: false },
    )
    await drawnInFull()
    draws.clear()
    act(() => screen.put('list', structuralShare(first, list('after'))))
    expect(Object.fromEntries(draws)).toEqual({ Stack: 1, Row: 1, 'Text name': 1 })
    expect(screen.container.textContent).toContain('after')
    // A row inserted first renders only itself.
    draws.clear()
    const current = get(screen.query('list').value) as ReturnType<typeof list>
    act(() =>
      screen.put('list', structuralShare(current, { rows: [{ id: 'new', name: 'front' }, ...list('after').rows] })),
    )
    expect(Object.fromEntries(draws)).toEqual({ Stack: 1, Row: 1, 'Text name': 1 })
  })

  test('typing in one field of a form renders that field', () => {
    renderNodes(
      [
        node('Form', { props: { form: 'test' } }),
        text(['s+', 'draft:', ['??', ['.', ['@', 'forms', 'test'], 'a'], '']]),
      ],
      {
        widgets,
        reactStrictMode: false,
        forms: { test: formOf(Array.from({ length: 15 }, (_, i) => field(String.fromCharCode(97 + i)))) },
      },
    )
    draws.clear()
    fireEvent.change(screen.getByLabelText('b'), { target: { value: 'x' } })
    expect(Object.fromEntries(draws)).toEqual({ 'field b': 1 })
    draws.clear()
    fireEvent.change(screen.getByLabelText('a'), { target: { value: 'y' } })
    expect(Object.fromEntries(draws)).toEqual({ 'field a': 1, 'Text draft': 1 })
  })
})

describe('errors', () => {
  test('only the widget that throws is replaced by a card with its name', () => {
    const { reports } = renderNodes(twoOf(node('Boom', { sourcePath: 'body/0/children/1' })), { widgets })
    expect(words()).toEqual(['before', 'Broken Boom body/0/children/1', 'after'])
    expect(reports.map(({ at }) => at)).toContain('body/0/children/1')
  })

  test('a failing node shows its own fallback, else that of its nearest ancestor', () => {
    renderNodes(twoOf(node('Boom', { fallback: text('instead') })), { widgets })
    expect(words()).toEqual(['before', 'instead', 'after'])
  })

  test('an ancestor’s fallback, and a widget that this build lacks', () => {
    renderNodes(
      [
        text('sibling'),
        node('Stack', { fallback: text('instead'), slots: { children: [text('inside'), node('Missing')] } }),
      ],
      { widgets },
    )
    expect(words()).toEqual(['sibling', 'instead'])
  })

  test('an unknown widget without a fallback is a card', () => {
    const { reports } = renderNodes(twoOf(node('Missing', { sourcePath: 'here' })), { widgets })
    expect(words()).toEqual(['before', 'Broken Missing here', 'after'])
    expect(reports).toEqual([])
  })

  test.each<[string, Node]>([
    ['fails', node('Boom', { exprs: { text: ['v', 'p:name'] } })],
    ['is missing', node('Missing')],
    ['has a parameter that fails', text(['v', 'p:broken'])],
  ])('a fallback reads the parameters of the root of a part that %s', (_name, root) => {
    const { state } = renderNodes(
      twoOf({
        ...root,
        each: { as: 'row', in: ['list', 'a', 'b'], key: ['v', 'row'] },
        let: {
          'p:name': ['s+', ['v', 'row'], ['@', 'state', 'name']],
          'p:row': ['v', 'row'],
          'p:broken': ['.', ['@', 'state', 'none'], 'x'],
        },
        fallback: text(['s+', ['v', 'p:row'], ['s+', ' for ', ['v', 'p:name']]]),
      }),
      { widgets, state: { name: '1', none: null } },
    )
    expect(words()).toEqual(['before', 'a for a1', 'b for b1', 'after'])
    act(() => state.setState('name', '2'))
    expect(words()).toEqual(['before', 'a for a2', 'b for b2', 'after'])
  })

  test('a fallback that fails too is a card', () => {
    renderNodes(twoOf(node('Boom', { sourcePath: 'b', fallback: node('Boom', { sourcePath: 'f' }) })), { widgets })
    expect(words()).toEqual(['before', 'Broken Boom f', 'after'])
  })

  test('a failing expression replaces only its node, in rows only its row', () => {
    renderNodes(
      [
        text('sibling'),
        text(['s+', 'row ', ['.', ['v', 'row'], 'name']], {
          sourcePath: 'rows',
          each: { as: 'row', in: ['.', ['@', 'data', 'list'], 'rows'], key: ['.', ['v', 'row'], 'id'] },
        }),
      ],
      {
        widgets,
        data: {
          list: {
            rows: [
              { id: '1', name: 'one' },
              { id: '2', name: null },
              { id: '3', name: 'three' },
            ],
          },
        },
      },
    )
    expect(words()).toEqual(['sibling', 'row one', 'Broken Text rows', 'row three'])
  })

  test('a parameter is not evaluated for a row that is not visible', () => {
    const fee: Expr = ['.', ['v', 'row'], 'fee']
    renderNodes(
      [
        text(['s+', ['s+', ['.', ['v', 'row'], 'name'], ' '], ['v', 'p:total']], {
          sourcePath: 'rows',
          each: { as: 'row', in: ['.', ['@', 'data', 'list'], 'rows'], key: ['.', ['v', 'row'], 'id'] },
          let: { 'p:total': ['f', 'string', ['i+', fee, 1]] },
          visible: ['!=', fee, null],
        }),
      ],
      {
        widgets,
        data: {
          list: {
            rows: [
              { id: '1', name: 'one', fee: 1 },
              { id: '2', name: 'two', fee: null },
              { id: '3', name: 'three', fee: 3 },
            ],
          },
        },
      },
    )
    expect(words()).toEqual(['one 2', 'three 4'])
  })

  test('a later error replaces only its node, and typed input stays', () => {
    const screenState = renderNodes(
      [
        node('Form', { props: { form: 'test' } }),
        node('Boom', { sourcePath: 'boom', exprs: { text: ['@', 'state', 'mood'] } }),
      ],
      {
        widgets,
        state: { mood: 'fine' },
        forms: { test: formOf([field('a')]) },
      },
    ).state
    fireEvent.change(screen.getByLabelText('a'), { target: { value: 'typed' } })
    act(() => screenState.setState('mood', 'bad'))
    expect(words()).toEqual(['Broken Boom boom'])
    expect(screen.getByLabelText<HTMLInputElement>('a').value).toBe('typed')
  })

  test('a screen beyond the limits is a card, not a frozen page', () => {
    let deep = text('x')
    for (let i = 0; i < 40; i++) deep = node('Stack', { slots: { children: [deep] } })
    const { reports } = renderNodes([deep], { widgets })
    expect(words()).toEqual(['Broken  test'])
    expect(String(reports[0]?.error)).toContain('deeper than 32')
  })

  test('a hostile expression ends at the step limit', () => {
    const rows = Array.from({ length: 5_000 }, (_, i) => i)
    const list: Expr = ['.', ['@', 'data', 'list'], 'rows']
    renderNodes(
      [
        text('sibling'),
        text(
          ['?:', ['exists', list, 'a', ['exists', list, 'b', ['==', ['+', ['v', 'a'], ['v', 'b']], -1]]], 'yes', 'no'],
          { sourcePath: 'slow' },
        ),
      ],
      { widgets, data: { list: { rows } } },
    )
    expect(words()).toEqual(['sibling', 'Broken Text slow'])
  })
})

describe('handlers', () => {
  const set: Action = { run: ({ name, value }, context) => (context.setState(String(name), value as never), {}) }

  /** Presses a button with these steps; returns the logged values. */
  async function logOf(press: Step[]): Promise<unknown[]> {
    const log: unknown[] = []
    const actions: Record<string, Action> = {
      log: { run: ({ value }) => (log.push(value), {}) },
      ask: { run: () => Promise.resolve({ branch: 'onSuccess', value: { id: 7 } }) },
      no: { run: () => ({ stop: true }) },
    }
    renderNodes([node('Button', { props: { label: 'Go' }, on: { press } })], { widgets, actions })
    fireEvent.click(screen.getByText('Go'))
    await act(() => Promise.resolve())
    return log
  }

  test('steps run in order with the branch’s variable', async () => {
    const log = await logOf([
      {
        action: 'ask',
        sourcePath: '0',
        as: { onSuccess: 'result' },
        branches: {
          onSuccess: [{ action: 'log', exprs: { value: ['.', ['v', 'result'], 'id'] }, sourcePath: '0/ok' }],
        },
      },
      { action: 'log', args: { value: 'second' }, sourcePath: '1' },
    ])
    expect(log).toEqual([7, 'second'])
  })

  test('a stop in a branch ends the steps', async () => {
    const log = await logOf([
      { action: 'log', args: { value: 'first' }, sourcePath: '0' },
      { action: 'ask', sourcePath: '1', branches: { onSuccess: [{ action: 'no', sourcePath: '1/onSuccess' }] } },
      { action: 'log', args: { value: 'never' }, sourcePath: '2' },
    ])
    expect(log).toEqual(['first'])
  })

  test('a press during a run and within 500 ms is dropped', async () => {
    const starts: (() => void)[] = []
    let now = 1_000
    vi.spyOn(performance, 'now').mockImplementation(() => now)
    const actions: Record<string, Action> = {
      wait: { run: () => new Promise((resolve) => starts.push(() => resolve({}))) },
    }
    renderNodes([node('Button', { props: { label: 'Go' }, on: { press: [{ action: 'wait', sourcePath: '0' }] } })], {
      widgets,
      actions,
    })
    press()
    now += 5_000
    press()
    expect(starts).toHaveLength(1)
    await act(async () => starts[0]?.())
    press()
    expect(starts).toHaveLength(2)
    await act(async () => starts[1]?.())
    now += 499
    press()
    expect(starts).toHaveLength(2)
    now += 1
    press()
    expect(starts).toHaveLength(3)
  })

  test('a delayed submit does not drop the next one: the form throttles its presses itself', async () => {
    let starts = 0
    const SubmitLater: Widget = ({ onSubmit }) => (
      <button type="button" onClick={() => void (onSubmit as () => Promise<void>)()}>
        Go
      </button>
    )
    const actions: Record<string, Action> = { count: { run: () => (starts++, Promise.resolve({})) } }
    renderNodes([node('SubmitLater', { props: {}, on: { submit: [{ action: 'count', sourcePath: '0' }] } })], {
      widgets: { ...widgets, SubmitLater },
      actions,
    })
    press()
    await act(() => Promise.resolve())
    press()
    expect(starts).toBe(2)
  })

  test('of the values that arrive while a handler runs, the last is used', async () => {
    const seen: unknown[] = []
    const open: (() => void)[] = []
    const actions: Record<string, Action> = {
      slow: { run: ({ value }) => new Promise((resolve) => (seen.push(value), open.push(() => resolve({})))) },
    }
    renderNodes(
      [
        node('Input', {
          props: { value: '' },
          on: { change: [{ action: 'slow', exprs: { value: ['.', ['v', 'event'], 'value'] }, sourcePath: '0' }] },
        }),
      ],
      { widgets, actions },
    )
    for (const value of ['a', 'ab', 'abc']) fireEvent.change(screen.getByLabelText('input'), { target: { value } })
    expect(seen).toEqual(['a'])
    await act(async () => open[0]?.())
    expect(seen).toEqual(['a', 'abc'])
  })

  test('an error in a step is shown and reported, and the next press works', async () => {
    const toasts: string[] = []
    let now = 0
    vi.spyOn(performance, 'now').mockImplementation(() => (now += 1_000))
    const { reports } = renderNodes(
      [
        node('Button', {
          sourcePath: 'b',
          props: { label: 'Go' },
          on: { press: [{ action: 'unknown', sourcePath: '0' }] },
        }),
      ],
      { widgets, context: { toast: (words) => void toasts.push(words) } },
    )
    for (let i = 0; i < 2; i++) await act(async () => void fireEvent.click(screen.getByText('Go')))
    expect(toasts).toEqual(['ui.failed', 'ui.failed'])
    expect(reports[0]).toMatchObject({ at: 'b/on/press', error: new Error('There is no action unknown.') })
  })

  test('an action sets the screen’s state, and its dependents are rendered', async () => {
    const rendered: ReturnType<typeof renderNodes> = renderNodes(
      [
        text(['s+', 'n:', ['@', 'state', 'name']]),
        node('Input', {
          exprs: { value: ['@', 'state', 'name'] },
          on: {
            change: [
              {
                action: 'set',
                args: { name: 'name' },
                exprs: { value: ['.', ['v', 'event'], 'value'] },
                sourcePath: '0',
              },
            ],
          },
        }),
      ],
      {
        widgets,
        actions: { set },
        state: { name: '' },
        context: { setState: (path, value) => rendered.state.setState(path, value) },
      },
    )
    await act(async () => void fireEvent.change(screen.getByLabelText('input'), { target: { value: 'typed' } }))
    expect(screen.getByText('n:typed')).toBeTruthy()
  })

  test('onShow runs once', async () => {
    const run = vi.fn(() => ({}))
    const { rerender } = renderNodes([], {
      actions: { note: { run } },
      screen: { onShow: [{ action: 'note', sourcePath: '0' }] },
    })
    rerender(<p />)
    await act(() => Promise.resolve())
    expect(run).toHaveBeenCalledTimes(1)
  })
})
