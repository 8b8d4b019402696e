import { evaluate, type Env } from '../core/evaluate.ts'
import type { Query } from '../core/program.ts'
import type { ScreenQueryRequest } from '../state/data.ts'
import type { ScreenState } from '../state/screen.ts'
import { holds } from './draw.tsx'
import { DependencyTracker } from './dependencyTracker.ts'

type Report = (error: unknown, at: string) => void

/** Says once what each query of a screen is to ask for: before anything is fetched, it is known what will be waited for. */
export function requestQueries(state: ScreenState, env: Env, report: Report): void {
  for (const [name, query] of state.queries) {
    const def = state.screen.queries[name]
    if (def) query.ask(requestSafely(name, def, state, env, report))
  }
}

/** Keeps a screen's queries asking for what their expressions say, while the screen is shown. Answers with the way to stop. */
export function subscribeQueries(state: ScreenState, env: Env, report: Report): () => void {
  const stops: (() => void)[] = []
  for (const [name, query] of state.queries) {
    const def = state.screen.queries[name]
    if (!def) continue
    const reader = new DependencyTracker()
    const ask = () => query.ask(reader.read(() => requestSafely(name, def, state, env, report)))
    ask()
    stops.push(reader.connect(ask), query.hold())
  }
  return () => {
    for (const stop of stops) stop()
  }
}

function requestSafely(name: string, def: Query, state: ScreenState, env: Env, report: Report): ScreenQueryRequest | null {
  try {
    return requestOf(def, state, env)
  } catch (error) {
    report(error, `queries/${name}`)
    return null
  }
}

function requestOf(def: Query, { screen }: ScreenState, env: Env): ScreenQueryRequest | null {
  if (def.enabled !== undefined && !holds(evaluate(def.enabled, null, env))) return null
  const payload = def.payload === undefined ? {} : { ...(evaluate(def.payload, null, env) as Record<string, unknown>) }
  const paging = screen.calls[def.call]?.paging
  return { call: def.call, payload, ...(def.refreshSeconds !== undefined && { every: def.refreshSeconds }), ...(paging && { paging }) }
}
