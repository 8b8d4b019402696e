import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import buildApp from '../e2e/kit/build.ts'
import { createApp, type App } from './kit/engines/app.ts'
import type { Browser, Engine, EngineName, Tab } from './kit/engines/driver.ts'
import type { Flow } from './kit/engines/flow.ts'
import { chromiumEngine, firefoxEngine } from './kit/engines/playwright.ts'
import { takePictures } from './kit/engines/pictures.ts'
import { startSite, type Site } from './kit/engines/site.ts'
import { webkitEngine } from './kit/engines/webkit.ts'
import type { ProofOptions, ProofResult } from './kit/proof.ts'

export const about =
  'the main flows in Chromium, Firefox and WebKit: one description for all, without errors or policy violations'
/** Number of flows in each engine; a short run has those marked as short. */
export const runs = { full: 100, short: 2 }

const ENGINES: readonly Engine[] = [chromiumEngine, firefoxEngine, webkitEngine]
/** Value of `only` that takes pictures without flows. */
const PICTURES = 'pictures'
const FLOWS = join(import.meta.dirname, 'kit/engines/flows')

/** Null if at least one engine other than the gate's own Chromium can run. */
export function missing(): string | null {
  const absent = ENGINES.flatMap((engine) => engine.missing() ?? [])
  return absent.length === ENGINES.length ? absent.join('; ') : null
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
  const isFull = count >= runs.full
  const isAsked = (name: string, names: readonly string[]): boolean =>
    !only.some((one) => names.includes(one)) || only.includes(name)
  const engines = ENGINES.filter(({ name }) =>
    isAsked(
      name,
      ENGINES.map((one) => one.name),
    ),
  )
  const absent = engines.flatMap((engine) => (engine.missing() === null ? [] : [`${engine.name}: ${engine.missing()}`]))
  const flows = all
    .filter(
      ({ name, isShort }) =>
        isAsked(
          name,
          all.map((one) => one.name),
        ) &&
        (isFull || only.length > 0 || isShort),
    )
    .slice(0, isFull ? undefined : count)
  const present = engines.filter((engine) => engine.missing() === null)
  const results = (
    await Promise.all(present.map((engine) => runEngine(engine, only.includes(PICTURES) ? [] : flows, log, out)))
  ).flat()
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

async function runEngine(
  engine: Engine,
  flows: readonly NamedFlow[],
  log: (line: string) => void,
  out: string | undefined,
): Promise<FlowResult[]> {
  const site = await startSite()
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
    await site.stop()
  }
  return results
}

/** Returns the fault, null if there is none. A failed flow leaves a picture at `path`. */
async function runFlow(flow: Flow, browser: Browser, site: Site, path: string | undefined): Promise<string | null> {
  let tab: Tab | null = null
  let app: App | null = null
  try {
    tab = await browser.newTab()
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
