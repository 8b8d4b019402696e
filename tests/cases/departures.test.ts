import { Environment } from '@marcbachmann/cel-js'
import { expect, test } from 'vitest'
import { readDepartures } from './support/departures.ts'
import { TestScope } from './support/scopes.ts'

/** Syntax and macros of CEL that the library lacks too, so that only the page has their results. */
const NOT_IN_LIBRARY = new Set(['.99', "{'a-b': 1}.`a-b`", '[1].exists(i, v, v == 1)', "has({'a': {'b': 1}}.a.c)"])

const departures = readDepartures()
const library = new Environment({
  unlistedVariablesAreDyn: true,
  homogeneousAggregateLiterals: false,
  enableOptionalTypes: true,
})
const json = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? Number(inner) : inner))

test('the page lists differences', () => {
  expect(departures.length).toBeGreaterThan(20)
  const known = new Set(departures.map(({ expression }) => expression))
  expect([...NOT_IN_LIBRARY].filter((item) => !known.has(item))).toEqual([])
})

test.each(departures)('$difference $expression', ({ expression, cel, here }) => {
  if (!NOT_IN_LIBRARY.has(expression)) expect(json(library.evaluate(expression))).toBe(cel)
  const scope = new TestScope(new Map(), {})
  const { rules, expr } = scope.infer(expression)
  const [rule] = rules
  const result = rule === undefined ? scope.run(expr) : undefined
  expect(rule ?? (result && 'error' in result ? 'error' : json(result?.value))).toBe(here)
  expect(here).not.toBe(cel)
})
