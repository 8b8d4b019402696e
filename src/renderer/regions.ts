import { evaluate, type Env } from '../core/evaluate.ts'
import type { DataRegion } from '../core/program.ts'
import type { RegionRequest } from '../state/data.ts'
import type { ScreenState } from '../state/screen.ts'
import { holds } from './draw.tsx'
import { Reader } from './track.ts'

/** Keeps a screen's regions asking for what their expressions say, while the screen is shown. Answers with the way to stop. */
export function startRegions(state: ScreenState, env: Env, report: (error: unknown, at: string) => void): () => void {
  const stops: (() => void)[] = []
  for (const [name, region] of state.regions) {
    const def = state.screen.data[name]
    if (!def) continue
    const reader = new Reader()
    const ask = () => {
      try {
        region.ask(reader.read(() => requestOf(def, state, env)))
      } catch (error) {
        region.ask(null)
        report(error, `data/${name}`)
      }
    }
    ask()
    stops.push(reader.connect(ask), region.hold())
  }
  return () => {
    for (const stop of stops) stop()
  }
}

function requestOf(def: DataRegion, { screen }: ScreenState, env: Env): RegionRequest | null {
  if (def.when !== undefined && !holds(evaluate(def.when, null, env))) return null
  const payload = def.payload === undefined ? {} : { ...(evaluate(def.payload, null, env) as Record<string, unknown>) }
  const paging = screen.calls[def.call]?.paging
  return { call: def.call, payload, ...(def.every !== undefined && { every: def.every }), ...(paging && { paging }) }
}
