import { describe, expect, it } from 'vitest'
import type { CallFailure } from './result.ts'
import { classify, RESULT_TRAITS, type ResultClass } from './resultClass.ts'

const STATUSES = [undefined, 0, 301, 400, 401, 403, 404, 408, 413, 429, 499, 500, 502, 503, 504, 599]

/** The class of each kind of failure; of `status` by its number. */
const CLASSES: Record<CallFailure['kind'], (status: number) => ResultClass> = {
  refused: () => 'refused',
  session: () => 'sessionEnded',
  network: () => 'unreachable',
  timeout: () => 'timedOut',
  invalid: () => 'invalidReply',
  status: (status) => (status === 404 ? 'notFound' : status >= 500 ? 'serverError' : 'httpError'),
}

describe.each(Object.keys(CLASSES) as CallFailure['kind'][])('a failure of the kind %s', (kind) => {
  it.each(STATUSES)('with the status %s has its class', (status) =>
    expect(classify({ ok: false, kind, ...(status !== undefined && { status }) })).toBe(CLASSES[kind](status ?? 0)),
  )
})

it('a success has its class', () => expect(classify({ ok: true })).toBe('success'))

describe('the traits of the classes', () => {
  const classes = Object.entries(RESULT_TRAITS)

  it('every class occurs', () => {
    const failures = (Object.keys(CLASSES) as CallFailure['kind'][]).flatMap((kind) =>
      STATUSES.map((status) => classify({ ok: false, kind, ...(status !== undefined && { status }) })),
    )
    expect(new Set(['success', ...failures])).toEqual(new Set(Object.keys(RESULT_TRAITS)))
  })
  it('only a request that may not have been executed is retried', () =>
    expect(classes.filter(([, { executed, transient }]) => transient && executed !== null)).toEqual([]))
  it('each failure is shown by exactly one', () =>
    expect(classes.filter(([name, { shownBy }]) => (shownBy === null) !== (name === 'success'))).toEqual([]))
  it('an unknown outcome is shown by the screen, which knows what was sent', () =>
    expect(classes.filter(([, { executed, shownBy }]) => (executed === null) !== (shownBy === 'screen'))).toEqual([]))
})
