import type { QueryKeyword } from './queryKeyword.ts'

/** An hour: a greater number is one in milliseconds. */
const MOST = 3_600

export const refreshSeconds: QueryKeyword = {
  name: 'refreshSeconds',
  kind: 'integer',
  doc: 'Seconds between refreshes in the background.',
  synonyms: ['every', 'refetchInterval', 'pollInterval'],
  schema: { type: 'integer', minimum: 1, maximum: MOST, 'x-title': 'Asked for again after seconds' },
  compile(value, { context: { unit, path } }) {
    const seconds = Number(value.value)
    if (seconds >= 1 && seconds <= MOST) return { query: { refreshSeconds: seconds } }
    unit.emit({ event: 'intervalOutOfRange', seconds }, value, path)
    return {}
  },
  compare(before, after, { reportOfQuery }) {
    if (before.refreshSeconds !== after.refreshSeconds)
      reportOfQuery(
        after.refreshSeconds === undefined
          ? { code: 'refreshSeconds/removed' }
          : { code: 'refreshSeconds/set', params: { seconds: after.refreshSeconds } },
      )
  },
}
