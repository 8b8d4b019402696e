import { describe, expect, it } from 'vitest'
import type { CallFailure } from './result.ts'
import { classify, RESULT_TRAITS, type ResultClass } from './resultClass.ts'

const FAILURES: readonly (readonly [kind: CallFailure['kind'], status: number | undefined, result: ResultClass])[] = [
  ['refused', 200, 'refused'],
  ['session', 200, 'sessionEnded'],
  ['network', undefined, 'unreachable'],
  ['timeout', undefined, 'timedOut'],
  ['invalid', 200, 'invalidReply'],
  ['status', 404, 'notFound'],
  ['status', undefined, 'httpError'],
  ['status', 301, 'httpError'],
  ['status', 400, 'httpError'],
  ['status', 403, 'httpError'],
  ['status', 429, 'httpError'],
  ['status', 499, 'httpError'],
  ['status', 500, 'serverError'],
  ['status', 503, 'serverError'],
  ['status', 599, 'serverError'],
]

it.each(FAILURES)('a failure of the kind %s with the status %s is %s', (kind, status, result) =>
  expect(classify({ ok: false, kind, ...(status !== undefined && { status }) })).toBe(result),
)

it('a success has its class', () => expect(classify({ ok: true })).toBe('success'))

describe('the traits of the classes', () => {
  const classes = Object.entries(RESULT_TRAITS)

  it('every class occurs', () =>
    expect(new Set(['success', ...FAILURES.map(([, , result]) => result)])).toEqual(
      new Set(Object.keys(RESULT_TRAITS)),
    ))
  it('only a request that may not have been executed is retried', () =>
    expect(classes.filter(([, { executed, transient }]) => transient && executed !== null)).toEqual([]))
  it('each failure is shown by exactly one', () =>
    expect(classes.filter(([name, { shownBy }]) => (shownBy === null) !== (name === 'success'))).toEqual([]))
  it('an unknown outcome is shown by the screen, which knows what was sent', () =>
    expect(classes.filter(([, { executed, shownBy }]) => (executed === null) !== (shownBy === 'screen'))).toEqual([]))
})
