import { evaluate, type Env } from '../language/expressions/evaluate.ts'
import type { Json, Screen } from '../language/expressions/program.ts'
import { shareResource } from '../language/shareResource.ts'
import type { QueryStore } from '../state/data/queryStore.ts'
import type { Client } from '../state/client/client.ts'
import { createScreenState, type InstanceOptions, type ScreenState } from '../state/screen.ts'
import { requestQueries, subscribeQueries } from './queries.ts'
import { RequestBatch } from './requestBatch.ts'
import { createEnvironment } from './environment.ts'

export interface ScreenInput extends InstanceOptions {
  client: Client
  params: Readonly<Record<string, unknown>>
  data: QueryStore
  config: Readonly<Record<string, Json>>
  report: (error: unknown, at: string) => void
}

/** One visit of a screen, from its prefetch or its mount: its state, forms and queries, and what its expressions read. */
export interface ScreenInstance extends ScreenState {
  readonly env: Env
  readonly requests: RequestBatch
  /** The queries are fetched and refreshed until every holder has released them. Returns the release function. */
  subscribe(): () => void
}

/** Screens that another revision has replaced. */
const successors = new WeakMap<ScreenState, ScreenInstance>()

/** The revision of a screen that is on display: steps that began before a hot swap go on in it. */
export function latestOf(screen: ScreenInstance): ScreenInstance {
  const successor = successors.get(screen)
  return successor ? latestOf(successor) : screen
}

/** Whether two revisions of a screen declare a name of the state with one type. */
export function declaresAlike({ screen }: ScreenInstance, { screen: other }: ScreenInstance, name: string): boolean {
  if (!Object.hasOwn(screen.state, name) || !Object.hasOwn(other.state, name)) return false
  const typeIn = ({ state, stateShapes }: Screen) => JSON.stringify(stateShapes?.[name] ?? typeof state[name])
  return typeIn(screen) === typeIn(other)
}

/**
 * Creates the screen's state: reads initial values from the URL and determines the queries, so that the first render has both.
 * Sends nothing: the first `subscribe` does.
 */
export function createScreenInstance(
  screen: Screen,
  { client, params, data, config, report, ...options }: ScreenInput,
): ScreenInstance {
  const state = createScreenState(screen, params, data, options)
  const env = createEnvironment(client, state, config)
  if (!state.isHotSwap) initState(state, env, report)
  requestQueries(state, env)
  const requests = new RequestBatch()
  const subscribe = shareResource(() => subscribeQueries(state, env, report, requests))
  const instance = { ...state, env, requests, subscribe }
  if (options.previous) successors.set(options.previous, instance)
  return instance
}

function initState(state: ScreenState, env: Env, report: ScreenInput['report']): void {
  for (const [name, expr] of Object.entries(state.screen.initialExprs ?? {})) {
    if (state.restored.has(name)) continue
    try {
      state.setState(name, evaluate(expr, null, env) as Json)
    } catch (error) {
      report(error, `state/${name}`)
    }
  }
}
