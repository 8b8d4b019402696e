import { evaluate, type Env } from '../core/evaluate.ts'
import type { Json, Screen } from '../core/program.ts'
import type { QueryStore } from '../state/queryStore.ts'
import { createScreenState, type InstanceOptions, type ScreenState } from '../state/screen.ts'
import { requestQueries } from './queries.ts'
import { createEnvironment } from './environment.ts'

export interface ScreenInput extends InstanceOptions {
  params: Readonly<Record<string, unknown>>
  data: QueryStore
  config: Readonly<Record<string, Json>>
  report: (error: unknown, at: string) => void
}

/** Creates the screen's state: reads initial values from the URL and determines the queries, so that the first render has both. */
export function createScreenInstance(
  screen: Screen,
  { params, data, config, report, ...options }: ScreenInput,
): ScreenState {
  const state = createScreenState(screen, params, data, options)
  const env = createEnvironment(state, config)
  if (!state.isHotSwap) initState(state, env, report)
  requestQueries(state, env, report)
  return state
}

function initState(state: ScreenState, env: Env, report: ScreenInput['report']): void {
  for (const [name, expr] of Object.entries(state.screen.initialExprs ?? {})) {
    try {
      state.setState(name, evaluate(expr, null, env) as Json)
    } catch (error) {
      report(error, `state/${name}`)
    }
  }
}
