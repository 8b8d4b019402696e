import { expect, test } from 'vitest'
import { parseExpression } from './ast.ts'
import { canonicalText, keyOf, memberKey, pathKey, readsPath, sameKey } from './astKey.ts'
import type { AstKey } from './astKey.ts'

function parsed(text: string): Extract<ReturnType<typeof parseExpression>, { ast: unknown }>['ast'] {
  const result = parseExpression(text)
  if ('fault' in result) throw new Error(result.fault.summary)
  return result.ast
}
const keyOfText = (text: string): AstKey => keyOf(parsed(text))

test.each([
  ['state.step', ['state.step']],
  ['size(state.step)', ['state.step']],
  ['f("state.step")', []],
  ["state.picks['state.step']", ['state.picks']],
  ['x.state.step', ['x.state.step']],
  ['state.list[state.index].name', ['state.list', 'state.index']],
  ['a ? b.c : d.trim()', ['a', 'b.c', 'd']],
  ['{"step": a}', ['a']],
  ['[a, -b, !c]', ['a', 'b', 'c']],
  ['rows.filter(row, row.id == state.id)', ['rows', 'state.id']],
  ['row.all(row, row.id == 1)', ['row']],
  ['rows.filter(row, row.list.exists(one, one == row.id))', ['rows']],
])('%s reads %j', (text, reads) => {
  expect(keyOfText(text).reads.map((path) => path.join('.'))).toEqual(reads)
})

test.each([
  ['state.step', ['state', 'step'], true],
  ['state.step.name', ['state', 'step'], true],
  ['state', ['state', 'step'], true],
  ['state.steps', ['state', 'step'], false],
  ['x.state.step', ['state', 'step'], false],
  ['f("step")', ['step'], false],
  ['step("a")', ['step'], false],
  ['a == step', ['step'], true],
])('%s reads the path %j: %j', (text, path, reads) => {
  expect(readsPath(keyOfText(text), path)).toBe(reads)
})

test('the key of a path is that of the expression', () => {
  expect(pathKey('session', 'user', 'level')).toEqual(keyOfText('session.user.level'))
  expect(memberKey(pathKey('session', 'user'), 'level')).toEqual(keyOfText('session.user.level'))
  expect(memberKey(keyOfText('rows[0]'), 'id')).toEqual(keyOfText('rows[0].id'))
})

test.each([
  ['a.b', ' a . b ', true],
  ['(a && b)', 'a&&b', true],
  ['"a"', "'a'", true],
  ['a', '"a"', false],
  ['a.b', 'a["b"]', false],
])('%s and %s have the same key: %j', (a, b, same) => {
  expect(sameKey(keyOfText(a), keyOfText(b))).toBe(same)
  expect(canonicalText(parsed(a)) === canonicalText(parsed(b))).toBe(same)
})
