import { expect, expectTypeOf, test } from 'vitest'
import { evaluate, Scope, STEP_LIMIT, type Env } from './evaluate.ts'
import type { Expr } from './program.ts'

const env: Env = {
  read: (root, name) =>
    new Map<string, unknown>([
      ['state.n', 3],
      ['state.list', [3, 1, 2]],
    ]).get(`${root}.${name}`) ?? null,
  text: (key, args) => (args ? `${key} ${JSON.stringify(args)}` : key),
  call: (name, args) => `${name}(${args.join()})`,
}
const scope = new Scope(
  'x',
  2,
  new Scope('user', JSON.parse('{"name":"Ada","phone":null,"__proto__":{"evil":1}}'), new Scope('x', 1, null)),
)
const run = (expr: Expr) => evaluate(expr, scope, env)

const cases: [Expr, unknown][] = [
  [null, null],
  ['text', 'text'],
  [['v', 'x'], 2],
  [['.', ['v', 'user'], 'name'], 'Ada'],
  [['.', ['v', 'user'], 'phone'], null],
  [['.', ['v', 'user'], 'missing'], null],
  [['.', ['v', 'user'], 'constructor'], null],
  [['.', ['v', 'user'], 'toString'], null],
  [['has', ['v', 'user'], 'name'], true],
  [['has', ['v', 'user'], 'phone'], false],
  [['has', ['v', 'user'], 'constructor'], false],
  [['has', ['.', ['v', 'user'], 'phone'], 'x'], false],
  [['@', 'state', 'n'], 3],
  [['?:', true, 1, ['v', 'nowhere']], 1],
  [['?:', false, ['v', 'nowhere'], 2], 2],
  [['&&', false, ['v', 'nowhere']], false],
  [['||', true, ['v', 'nowhere']], true],
  [['||', ['v', 'nowhere'], true], true],
  [['&&', ['v', 'nowhere'], false], false],
  [['exists', ['list', null, true], 'item', ['v', 'item']], true],
  [['all', ['list', null, false], 'item', ['v', 'item']], false],
  [['<', '\uffff', '😀'], true],
  [['<', '\ud7ff', '\uffff'], true],
  [['<', '😀', '😁'], true],
  [['<', 'a', 'ab'], true],
  [
    ['sortBy', ['list', '😀', '\uffff', 'z'], 'item', ['v', 'item']],
    ['z', '\uffff', '😀'],
  ],
  [['!', false], true],
  [['??', ['.', ['v', 'user'], 'phone'], '-'], '-'],
  [['??', '', '-'], ''],
  [['==', ['.', ['v', 'user'], 'missing'], null], true],
  [['!=', 'a', 'b'], true],
  [['<', 1, 2], true],
  [['>=', 'b', 'a'], true],
  [['+', 1, 2], 3],
  [['i+', 1, 2], 3],
  [['i-', 1, 2], -1],
  [['i*', -3, 2], -6],
  [['i/', -7, 2], -3],
  [['%', -7, 2], -1],
  [['/', 7, 2], 3.5],
  [['neg', 4], -4],
  [['d+', '0.1', '0.2'], '0.3'],
  [['d-', '1', '1.10'], '-0.1'],
  [['d*', '99999999999999.99', '100'], '9999999999999999'],
  [['d/', '1', '8'], '0.125'],
  [['dneg', '1.5'], '-1.5'],
  [['d==', '1.0', '1'], true],
  [['d!=', '1.0', '1'], false],
  [['d==', ['.', ['v', 'user'], 'phone'], null], true],
  [['d==', '1', null], false],
  [['d<', '9', '10'], true],
  [['s+', 'a', 'b'], 'ab'],
  [['in', 1, ['@', 'state', 'list']], true],
  [['in', '1', ['@', 'state', 'list']], false],
  [['[]', ['@', 'state', 'list'], 1], 1],
  [['[]', ['map', 'a', 1], 'a'], 1],
  [
    ['list', 1, ['v', 'x']],
    [1, 2],
  ],
  [['all', ['list'], 'i', false], true],
  [['all', ['list', 1, 2], 'i', ['>', ['v', 'i'], 1]], false],
  [['exists', ['list', 1, 2], 'i', ['>', ['v', 'i'], 1]], true],
  [['exists', ['list'], 'i', true], false],
  [['filter', ['list', 1, 2, 3], 'i', ['>', ['v', 'i'], ['v', 'x']]], [3]],
  [
    ['map_', ['list', 1, 2], 'i', ['*', ['v', 'i'], 10]],
    [10, 20],
  ],
  [
    ['sortBy', ['@', 'state', 'list'], 'i', ['neg', ['v', 'i']]],
    [3, 2, 1],
  ],
  [['t', 'key'], 'key'],
  [['t', 'key', ['map', 'n', 1]], 'key {"n":1}'],
  [['f', 'g', 1, ['v', 'x']], 'g(1,2)'],
]
test.each(cases)('%j is %j', (expr, expected) => {
  expect(run(expr)).toEqual(expected)
})

test('a map made by an evaluation has no prototype to reach', () => {
  const map = run(['map', '__proto__', 1, 'a', 2]) as object
  expect(Object.getPrototypeOf(map)).toBe(null)
  expect(Object.keys(map)).toEqual(['__proto__', 'a'])
})

test('sortBy is stable', () => {
  const rows = [
    { k: 1, n: 'a' },
    { k: 0, n: 'b' },
    { k: 1, n: 'c' },
    { k: 0, n: 'd' },
  ]
  const sorted = evaluate(
    ['sortBy', ['v', 'rows'], 'r', ['.', ['v', 'r'], 'k']],
    new Scope('rows', rows, null),
    env,
  ) as typeof rows
  expect(sorted.map(({ n }) => n).join('')).toBe('bdac')
})

test('a lazy name is evaluated where it is read, in the scope of its definition', () => {
  const outer = new Scope('x', 'outer', null)
  const inner = new Scope('x', 'inner', new Scope('param', ['v', 'x'], outer, true, outer))
  expect(evaluate(['list', ['v', 'x'], ['v', 'param']], inner, env)).toEqual(['inner', 'outer'])
})

test.each<[Expr, string]>([
  [['v', 'toString'], 'no name'],
  [['.', null, 'a'], 'no value to read a'],
  [['.', ['.', ['v', 'user'], 'phone'], 'a'], 'no value to read a'],
  [JSON.parse('["nonsense", 1]') as Expr, 'no operation'],
  [['&&', 1, true], 'neither true nor false'],
  [['+', '1', 2], 'number is missing'],
  [['d+', 1, '2'], 'decimal is missing'],
  [['d+', '1e5', '2'], 'Not a decimal'],
  [['i+', Number.MAX_SAFE_INTEGER, 1], 'whole number is out of range'],
  [['i-', Number.MIN_SAFE_INTEGER, 1], 'whole number is out of range'],
  [['i*', Number.MAX_SAFE_INTEGER, 2], 'whole number is out of range'],
  [['i/', 1, 0], 'division by zero'],
  [['%', 1, 0], 'division by zero'],
  [['d/', '1', '0'], 'Division by zero'],
  [['[]', ['list', 1], 5], 'no item 5'],
  [['[]', ['list', 1], 'length'], 'no item length'],
  [['filter', 'abc', 'i', true], 'list is missing'],
  [['<', 1, 'a'], 'cannot be ordered'],
])('%j throws', (expr, words) => {
  expect(() => run(expr)).toThrow(words)
})

test('an operation is typed with its operands', () => {
  expectTypeOf<['==', 1, 'a']>().toExtend<Expr>()
  expectTypeOf<['nonsense', 1]>().not.toExtend<Expr>()
  expectTypeOf<['.', ['v', 'user']]>().not.toExtend<Expr>()
  expectTypeOf<['@', 'window', 'location']>().not.toExtend<Expr>()
})

test('each evaluation has its own budget of steps', () => {
  const list = Array.from({ length: STEP_LIMIT / 2 }, () => 1)
  const long = new Scope('list', list, null)
  expect(() => evaluate(['all', ['v', 'list'], 'i', ['==', ['v', 'i'], 1]], long, env)).toThrow('too many steps')
  expect(evaluate(['==', 1, 1], null, env)).toBe(true)
})
