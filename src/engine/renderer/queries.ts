import { evaluate, type Env } from '../language/expressions/evaluate.ts'
import type { Query } from '../language/expressions/program.ts'
import type { ScreenQueryRequest } from '../state/data/queryStore.ts'
import type { ScreenState } from '../state/screen.ts'
import { evaluateCondition } from './condition.ts'
import type { RequestBatch } from './requestBatch.ts'
import { TrackedStore } from './trackedStore.ts'

type Report = (error: unknown, at: string) => void

/** Sets the request of each query of a screen once, before anything is fetched: it is then known which nodes wait. */
export function requestQueries(state: ScreenState, env: Env): void {
  // The subscription evaluates the same and reports.
  const report: Report = () => undefined
  for (const [name, query] of state.queries) {
    const def = state.screen.queries[name]
    if (def) query.setRequest(requestSafely(name, def, state, env, report))
  }
}

/** Updates a screen's queries when their expressions change, while the screen is shown. Returns the unsubscribe function. */
export function subscribeQueries(state: ScreenState, env: Env, report: Report, batch: RequestBatch): () => void {
  const stops: (() => void)[] = []
  for (const [name, query] of state.queries) {
    const def = state.screen.queries[name]
    if (!def) continue
    const request = new TrackedStore(() => requestSafely(name, def, state, env, report))
    const updateRequest = () => query.setRequest(request.getSnapshot())
    updateRequest()
    const unwatch = request.watch(() => batch.run(updateRequest))
    stops.push(unwatch, query.subscribe(), () => batch.discard(updateRequest))
  }
  return () => {
    for (const stop of stops) stop()
  }
}

function requestSafely(
  name: string,
  def: Query,
  state: ScreenState,
  env: Env,
  report: Report,
): ScreenQueryRequest | null {
  try {
    return requestOf(def, state, env)
  } catch (error) {
    report(error, `queries/${name}`)
    return null
  }
}

function requestOf(def: Query, { screen }: ScreenState, env: Env): ScreenQueryRequest | null {
  if (def.enabled !== undefined && !evaluateCondition(def.enabled, null, env)) return null
  const payload = def.payload === undefined ? {} : { ...(evaluate(def.payload, null, env) as Record<string, unknown>) }
  const paging = screen.calls[def.call]?.paging
  return {
    call: def.call,
    payload,
    ...(def.refreshSeconds !== undefined && { every: def.refreshSeconds }),
    ...(def.debounceMs !== undefined && { debounceMs: def.debounceMs }),
    ...(paging && { paging }),
  }
}
