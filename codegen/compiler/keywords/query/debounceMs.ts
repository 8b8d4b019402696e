import type { Schema } from '../../contract/schema.ts'
import { WRONG_VALUE } from '../../lower/compileContext.ts'
import { checkLiteral } from '../../source/literal.ts'
import type { QueryKeyword } from './queryKeyword.ts'

/** A shorter pause is within that of two keystrokes; after a longer one the screen seems not to answer. */
const RANGE = { type: 'integer', minimum: 50, maximum: 2_000 } as const satisfies Schema

export const debounceMs: QueryKeyword = {
  name: 'debounceMs',
  kind: 'integer',
  doc: 'Milliseconds for which what is sent is unchanged before it is sent: for a payload that follows typing. The first request is sent at once.',
  synonyms: ['debounce', 'debounceTime', 'throttle'],
  schema: { ...RANGE, 'x-title': 'Milliseconds without a change before it is asked for' },
  compile(value, { context }) {
    const milliseconds = Number(value.value)
    return checkLiteral(value, milliseconds, RANGE, context) === WRONG_VALUE
      ? {}
      : { query: { debounceMs: milliseconds } }
  },
  compare(before, after, { reportOfQuery }) {
    if (before.debounceMs !== after.debounceMs)
      reportOfQuery(
        after.debounceMs === undefined
          ? { code: 'debounceMs/removed' }
          : { code: 'debounceMs/set', params: { milliseconds: after.debounceMs } },
      )
  },
}
