import { expect, test } from 'vitest'
import type { Expr, Node, Screen, Step } from './program.ts'
import {
  alternativesOf,
  contentOfScreen,
  entriesOf,
  exprKey,
  mapExpr,
  mapNode,
  operandsOf,
  operationsOf,
  readsLocal,
  sameExpr,
  someExprWithin,
  someOperation,
  visit,
} from './visit.ts'

const price: Expr = ['d*', ['.', ['v', 'row'], 'price'], ['f', 'at', ['@', 'state', 'amounts'], 0]]

test('the operations of an expression are in the order in which it is written', () => {
  expect(operationsOf(price).map(([name]) => name)).toEqual(['d*', '.', 'v', 'f', '@'])
})

test.each([null, undefined, 1, 'v', true])('the literal %j has no operations', (literal) => {
  expect(operationsOf(literal)).toEqual([])
})

test('the search for an operation ends with the first that passes', () => {
  const tested: string[] = []
  expect(someOperation(price, ([name]) => tested.push(name) === 2)).toBe(true)
  expect(tested).toEqual(['d*', '.'])
})

test('a replaced operation is not searched further', () => {
  const replaced = mapExpr(price, (operation) => (operation[0] === 'v' ? ['.', operation, 'inner'] : undefined))
  expect(replaced).toEqual([
    'd*',
    ['.', ['.', ['v', 'row'], 'inner'], 'price'],
    ['f', 'at', ['@', 'state', 'amounts'], 0],
  ])
})

test('an operation can be replaced by null', () => {
  expect(mapExpr(['list', ['v', 'a'], 1], ([name]) => (name === 'v' ? null : undefined))).toEqual(['list', null, 1])
})

test('the entries of a map are its keys with their values', () => {
  expect(entriesOf(['map', 'a', 1, 'b', ['v', 'x']])).toEqual([
    ['a', 1],
    ['b', ['v', 'x']],
  ])
})

const read: Expr = ['@', 'state', 'step']
test.each<[Expr | undefined, Expr | undefined, boolean]>([
  [null, null, true],
  [null, undefined, false],
  ['1', 1, false],
  ['v', ['v', 'row'], false],
  [read, ['@', 'state', 'step'], true],
  [read, ['@', 'params', 'step'], false],
  [['list'], ['list', null], false],
  [['f', 'upper', read], ['f', 'upper', ['@', 'state', 'step']], true],
  [['f', 'upper', read], ['f', 'upper', '["@","state","step"]'], false],
  [['&&', true, read], ['&&', read, true], false],
])('%j and %j are the same expression: %j', (a, b, same) => {
  expect(sameExpr(a, b)).toBe(same)
  expect(sameExpr(b, a)).toBe(same)
  if (a !== undefined && b !== undefined) expect(exprKey(a) === exprKey(b)).toBe(same)
})

test.each<[Expr, boolean]>([
  [['.', ['v', 'row'], 'price'], true],
  [['f', 'upper', ['v', 'index']], true],
  [['v', 'rows'], false],
  ['row', false],
  [['list', 'v', 'row'], false],
  [['filter', ['@', 'state', 'rows'], 'row', true], false],
])('%j reads the local "row" or "index": %j', (expr, reads) => {
  expect(readsLocal(expr, 'row', 'index')).toBe(reads)
})

test('the operands of an operation follow its name', () => {
  expect(operandsOf(['f', 'at', ['v', 'list'], 0])).toEqual(['at', ['v', 'list'], 0])
})

test.each<[Expr, readonly [Expr, Expr] | undefined]>([
  [
    ['?:', true, 'a', 'b'],
    ['a', 'b'],
  ],
  [
    ['??', ['v', 'a'], 'b'],
    [['v', 'a'], 'b'],
  ],
  [['s+', 'a', 'b'], undefined],
  ['a', undefined],
])('the alternatives of %j are %j', (expr, alternatives) => {
  expect(alternativesOf(expr)).toEqual(alternatives)
})

const node = (widget: string, more: Partial<Node> = {}): Node => ({ widget, sourcePath: widget, ...more })
const step = (action: string, more: Partial<Step> = {}): Step => ({ action, sourcePath: action, ...more })

const body = node('Stack', {
  waitFor: 'wallet',
  loading: [node('Skeleton')],
  slots: { children: [node('Text'), node('Image')], end: [node('Icon')] },
  on: {
    press: [
      step('call', {
        branches: { onSuccess: [step('sheet', { slots: { body: [node('Form')] } })], onError: [step('toast')] },
      }),
    ],
  },
  fallback: node('Notice'),
})
const screen: Pick<Screen, 'onShow' | 'queries' | 'toolbar' | 'body'> = {
  onShow: [step('set')],
  queries: {
    wallet: { call: 'wallet/get_info', placeholders: { loading: [node('Spinner')], empty: [node('Empty')] } },
  },
  toolbar: [node('Button')],
  body: [body],
}

test('every node and step of a screen is visited before its content', () => {
  const visited: string[] = []
  visit(contentOfScreen(screen), {
    node: ({ widget }) => visited.push(widget),
    step: ({ action }) => visited.push(action),
  })
  expect(visited).toEqual(
    'set Spinner Empty Button Stack Skeleton Text Image Icon call sheet Form toast Notice'.split(' '),
  )
})

test('a change reaches every expression of a node and of what is in it', () => {
  const row: Expr = ['v', 'row']
  const given = node('List', {
    exprs: { a: row },
    visible: row,
    each: { as: 'one', in: row, key: row },
    let: { b: row },
    loading: [node('Skeleton', { exprs: { c: row } })],
    slots: { children: [node('Text', { exprs: { d: row } })] },
    on: { press: [step('if', { exprs: { e: row }, branches: { then: [step('set', { exprs: { f: row } })] } })] },
    fallback: node('Notice', { exprs: { g: row } }),
  })
  const changed = mapNode(given, {
    expr: (expr) => mapExpr(expr, () => 'changed'),
    node: (node) => ({ ...node, widget: node.widget.toLowerCase() }),
    step: (step) => ({ ...step, action: step.action.toUpperCase() }),
  })
  expect(JSON.stringify(changed).match(/"changed"/g)).toHaveLength(10)
  expect(JSON.stringify(changed)).not.toContain('row')
  expect(JSON.stringify(changed).match(/"(?:widget|action)":"\w+"/g)).toEqual([
    '"widget":"list"',
    '"widget":"skeleton"',
    '"widget":"text"',
    '"action":"IF"',
    '"action":"SET"',
    '"widget":"notice"',
  ])
})

test('a mapped node keeps what has no expression', () => {
  expect(mapNode(body, { expr: () => null })).toEqual(body)
})

test('the expressions of steps, and of what they open, are found wherever they are', () => {
  const row: Expr = ['v', 'row']
  const opens = (inner: Partial<Node>): Step[] => [
    step('call', { branches: { onSuccess: [step('sheet', { slots: { body: [node('Stack', inner)] } })] } }),
  ]
  const finds = (steps: readonly Step[]) => someExprWithin(steps, (expr) => readsLocal(expr, 'row'))
  expect([step('set', { exprs: { value: row } })].map((item) => finds([item]))).toEqual([true])
  for (const inner of [
    { exprs: { a: row } },
    { visible: row },
    { let: { a: row } },
    { each: { as: 'one', in: row, key: 1 } },
    { each: { as: 'one', in: null, key: row } },
    { loading: [node('Text', { exprs: { a: row } })] },
    { on: { press: [step('set', { exprs: { value: row } })] } },
    { fallback: node('Text', { let: { a: row } }) },
  ] satisfies Partial<Node>[])
    expect([inner, finds(opens(inner))]).toEqual([inner, true])
  expect(finds(opens({ exprs: { a: ['v', 'other'] } }))).toBe(false)
})
