import { evaluate, type Env } from '../core/evaluate.ts'
import type { Json, Screen } from '../core/program.ts'
import type { Data } from '../state/data.ts'
import { createScreenState, type Around, type ScreenState } from '../state/screen.ts'
import { askRegions } from './regions.ts'
import { createEnv } from './world.ts'

export interface Entry extends Around {
  params: Readonly<Record<string, unknown>>
  data: Data
  config: Readonly<Record<string, Json>>
  report: (error: unknown, at: string) => void
}

/** A screen as the reader enters it: its first values have been read of the address, and it is known what it waits for, so that the first drawing has them. */
export function enterScreen(screen: Screen, { params, data, config, report, ...around }: Entry): ScreenState {
  const state = createScreenState(screen, params, data, around)
  const env = createEnv(state, config)
  if (!state.continues) begin(state, env, report)
  askRegions(state, env, report)
  return state
}

function begin(state: ScreenState, env: Env, report: Entry['report']): void {
  for (const [name, expr] of Object.entries(state.screen.begins ?? {})) {
    try {
      state.setState(name, evaluate(expr, null, env) as Json)
    } catch (error) {
      report(error, `state/${name}`)
    }
  }
}
