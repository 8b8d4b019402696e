import { describe, expect, test } from 'vitest'
import type { Expr, FormDef, Node, Screen } from '../../../src/engine/language/expressions/program.ts'
import { formOf } from '../../../tests/support/forms.ts'
import { deferredKinds, deferredWidgets } from './deferred.ts'

const FORMS: Record<string, FormDef> = {
  account: formOf([{ name: 'account', widget: 'text' }]),
  phone: formOf([
    { name: 'account', widget: 'phone' },
    { name: 'password', widget: 'text' },
  ]),
  code: formOf([
    { name: 'code', widget: 'code' },
    { name: 'account', widget: 'phone' },
  ]),
}
const form = (name: string, visible?: Expr): Node => ({
  widget: 'Form',
  props: { form: name },
  ...(visible !== undefined && { visible }),
  sourcePath: name,
})
const state = (name: string): Expr => ['@', 'state', name]

interface Case {
  name: string
  body: Node[]
  begins?: Screen['initialExprs']
  kinds: string[]
  forms?: Record<string, string[]>
}

const CASES: Case[] = [
  { name: 'a form without a condition is drawn at first', body: [form('phone')], kinds: [] },
  {
    name: 'a condition that constant states make false defers the kinds of its form',
    body: [form('account', ['==', state('type'), 'account']), form('phone', ['==', state('type'), 'phone'])],
    kinds: ['phone'],
    forms: { phone: ['phone'] },
  },
  {
    name: 'a condition round it counts too',
    body: [
      {
        widget: 'Stack',
        visible: ['==', state('type'), 'phone'],
        slots: { children: [form('phone')] },
        sourcePath: '0',
      },
    ],
    kinds: ['phone', 'text'],
    forms: { phone: ['phone', 'text'] },
  },
  {
    name: 'a kind that a form at first has is not deferred',
    body: [form('phone'), form('code', state('asked'))],
    kinds: ['code'],
    forms: { code: ['code'] },
  },
  {
    name: 'a form that also stands without the condition is drawn at first',
    body: [form('phone', state('asked')), form('phone')],
    kinds: [],
  },
  {
    name: 'false and unknown is false',
    body: [form('phone', ['&&', state('asked'), ['@', 'data', 'ready']])],
    kinds: ['phone', 'text'],
    forms: { phone: ['phone', 'text'] },
  },
  {
    name: 'a form in what an event opens is drawn later',
    body: [
      form('account'),
      {
        widget: 'Button',
        on: { press: [{ action: 'sheet', slots: { body: [form('phone')] }, sourcePath: 'x' }] },
        sourcePath: '0',
      },
    ],
    kinds: ['phone'],
    forms: { phone: ['phone'] },
  },
  { name: 'what an answer decides may hold at first', body: [form('phone', ['@', 'data', 'ready'])], kinds: [] },
  {
    name: 'what a function decides may hold at first',
    body: [form('phone', ['f', 'isEmpty', state('type')])],
    kinds: [],
  },
  {
    name: 'what the address decides may hold at first',
    body: [form('phone', ['==', state('type'), 'phone'])],
    begins: { type: ['@', 'params', 'type'] },
    kinds: [],
  },
  {
    name: 'what the user does in a row may hold at first',
    body: [
      {
        widget: 'List',
        each: { as: 'row', in: ['list'], key: 1 },
        slots: { children: [form('phone', ['v', 'row'])] },
        sourcePath: '0',
      },
    ],
    kinds: [],
  },
]

describe('forms that are drawn later', () => {
  test.each(CASES)('$name', ({ body, begins, kinds, forms = {} }) => {
    const used = Object.fromEntries(
      Object.entries(FORMS).filter(([id]) => JSON.stringify(body).includes(`"form":"${id}"`)),
    )
    expect(
      deferredKinds(
        {
          state: { type: 'account', asked: false },
          ...(begins && { initialExprs: begins }),
          queries: {},
          onShow: [],
          body,
        },
        used,
        new Map(),
      ),
    ).toEqual({ kinds, forms })
  })
})

describe('widgets that are drawn later', () => {
  const button = (...open: Node[]): Node => ({
    widget: 'Button',
    on: { press: [{ action: 'sheet', slots: { body: open }, sourcePath: 'x' }] },
    sourcePath: '0',
  })
  const deferred = (body: Node[], more: Partial<Screen> = {}): string[] =>
    deferredWidgets({ state: {}, queries: {}, onShow: [], body, ...more }, ['Button', 'Form@2', 'Text'], new Map())

  test('a widget that only a sheet has', () => {
    expect(deferred([button(form('phone'), { widget: 'Text', sourcePath: '1' })])).toEqual(['Form@2', 'Text'])
  })

  test('a widget that the body has too is drawn at first', () => {
    expect(deferred([button(form('phone')), { widget: 'Text', sourcePath: '1' }, form('phone')])).toEqual([])
  })

  test('a widget under a condition may be drawn at first', () => {
    expect(deferred([button({ widget: 'Text', sourcePath: '1' }), form('phone', false)])).toEqual(['Text'])
  })

  test('a sheet that opens with the screen is drawn at first', () => {
    const onShow = [{ action: 'sheet', slots: { body: [form('phone')] }, sourcePath: 'x' }]
    expect(deferred([button()], { onShow })).toEqual(['Text'])
  })

  test('a placeholder of a query is drawn at first', () => {
    const queries = { rows: { call: 'a', placeholders: { loading: [{ widget: 'Text', sourcePath: '2' }] } } }
    expect(deferred([button(form('phone'))], { queries })).toEqual(['Form@2'])
  })
})
