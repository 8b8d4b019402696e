import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import buildApp from '../../e2e/kit/net/build.ts'
import { createApp, type App } from '../kit/engines/app.ts'
import type { Browser, Engine, EngineName, Tab } from '../kit/engines/driver.ts'
import type { Flow } from '../kit/engines/flow.ts'
import { chromiumEngine, firefoxEngine } from '../kit/engines/playwright.ts'
import { takePictures } from '../kit/engines/pictures.ts'
import { startSite, type Site } from '../kit/engines/site.ts'
import { webkitEngine } from '../kit/engines/webkit.ts'
import type { ProofOptions, ProofResult } from '../kit/proof.ts'

export const about =
  'the main flows in Chromium, Firefox and WebKit: one description for all, without errors or policy violations'
/** Number of flows in each engine; a short run has those marked as short. */
export const runs = { full: 100, short: 1 }

const ENGINES: readonly Engine[] = [chromiumEngine, firefoxEngine, webkitEngine]
/** Value of `only` that takes pictures without flows. */
const PICTURES = 'pictures'
const FLOWS = join(import.meta.dirname, '../kit/engines/flows')

/** Chromium alone proves nothing here: the browser tests of the gate run in it. */
export function missing(): string | null {
  const others = ENGINES.filter(({ name }) => name !== 'chromium').map((engine) => engine.missing())
  return others.includes(null) ? null : others.join('; ')
}

interface NamedFlow extends Flow {
  name: string
}

async function loadFlows(): Promise<NamedFlow[]> {
  const names = readdirSync(FLOWS).map((file) => file.replace(/\.ts$/, ''))
  return Promise.all(
    names.toSorted().map(async (name) => {
      const { default: flow } = (await import(join(FLOWS, `${name}.ts`))) as { default: Flow }
      return { name, ...flow }
    }),
  )
}

interface FlowResult {
  engine: EngineName
  flow: string
  seconds: number
  fault: string | null
}

/** Runs the flows in each installed engine. `only` selects engines and flows by name. */
export async function prove({ runs: count, log, out, only = [] }: ProofOptions): Promise<ProofResult> {
  buildApp()
  const all = await loadFlows()
  const known = [...ENGINES, ...all].map(({ name }) => name)
  const unknown = only.filter((name) => name !== PICTURES && !known.some((item) => item === name))
  if (unknown.length > 0) throw new Error(`--only takes ${[...known, PICTURES].join(', ')}, not ${unknown.join(', ')}.`)
  const isFull = count >= runs.full
  const isAsked = (name: string, names: readonly string[]): boolean =>
    !only.some((name) => names.includes(name)) || only.includes(name)
  const engines = ENGINES.filter(({ name }) =>
    isAsked(
      name,
      ENGINES.map((engine) => engine.name),
    ),
  )
  const absent = engines.flatMap((engine) => (engine.missing() === null ? [] : [`${engine.name}: ${engine.missing()}`]))
  const flows = all
    .filter(
      ({ name, isShort }) =>
        isAsked(
          name,
          all.map((namedFlow) => namedFlow.name),
        ) &&
        (isFull || only.length > 0 || isShort),
    )
    .slice(0, isFull ? undefined : count)
  // A short run leaves Chromium to the browser tests of the gate.
  const present = engines.filter(
    (engine) => engine.missing() === null && (isFull || only.length > 0 || engine.name !== 'chromium'),
  )
  const settings = { flows: only.includes(PICTURES) ? [] : flows, log, out }
  const results = isFull ? await runConcurrently(present, settings) : await runInSequence(present, settings)
  const differences =
    out !== undefined && (only.length === 0 || only.includes(PICTURES)) ? await takePictures(present, out, log) : []
  for (const { route, engine, text, what } of differences) log(`${route}, ${engine}: "${text}" ${what}`)
  const faults = results.filter(({ fault }) => fault !== null)
  return {
    ok: faults.length === 0 && (results.length > 0 || only.includes(PICTURES)),
    figures: {
      flows: Object.fromEntries(
        flows.map(({ name }) => [
          name,
          Object.fromEntries(
            results.filter(({ flow }) => flow === name).map(({ engine, fault }) => [engine, fault ?? 'ok']),
          ),
        ]),
      ),
      ...(absent.length > 0 && { skipped: absent }),
      ...(out !== undefined && { differences: differences.length }),
      faults: faults.length,
    },
  }
}

interface Settings {
  flows: readonly NamedFlow[]
  log: (line: string) => void
  out: string | undefined
}

/** Each engine has a separate server and a separate clock. */
async function runConcurrently(engines: readonly Engine[], settings: Settings): Promise<FlowResult[]> {
  const results = await Promise.all(engines.map((engine) => runInSequence([engine], settings)))
  return results.flat()
}

/** One engine after the other, with one server: the least processor time. */
async function runInSequence(engines: readonly Engine[], settings: Settings): Promise<FlowResult[]> {
  const site = await startSite()
  const results: FlowResult[] = []
  try {
    for (const engine of engines) results.push(...(await runEngine(engine, site, settings)))
  } finally {
    await site.stop()
  }
  return results
}

async function runEngine(engine: Engine, site: Site, { flows, log, out }: Settings): Promise<FlowResult[]> {
  if (flows.length === 0) return []
  const browser = await engine.launch()
  const results: FlowResult[] = []
  try {
    for (const flow of flows) {
      const started = Date.now()
      const fault = await runFlow(flow, browser, site, out && join(out, `${flow.name}.${engine.name}.png`))
      const seconds = Math.round((Date.now() - started) / 100) / 10
      log(`${engine.name} ${browser.version}: ${flow.name}, ${seconds} s: ${fault ?? 'ok'}`)
      results.push({ engine: engine.name, flow: flow.name, seconds, fault })
    }
  } finally {
    await browser.close()
  }
  return results
}

/** Returns the fault, null if there is none. A failed flow leaves a picture at `path`. */
async function runFlow(flow: Flow, browser: Browser, site: Site, path: string | undefined): Promise<string | null> {
  let tab: Tab | null = null
  let app: App | null = null
  try {
    tab = await browser.newTab(flow.isDesktop)
    app = createApp(tab, site)
    await flow.run(app)
    return app.faults().join(' | ') || null
  } catch (error) {
    const faults = [error instanceof Error ? error.message : String(error), ...(app?.faults() ?? [])]
    if (path !== undefined && tab) {
      mkdirSync(join(path, '..'), { recursive: true })
      await tab.picture().then(
        (picture) => writeFileSync(path, picture),
        () => undefined,
      )
    }
    return faults.join(' | ')
  } finally {
    site.setOffline(false)
    await tab?.close()
    // Reports that are still on their way belong to this flow.
    await new Promise((resume) => setTimeout(resume, 300))
  }
}
