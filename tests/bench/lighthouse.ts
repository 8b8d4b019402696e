import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../../codegen/commands/setup.mjs'
import { buildApp, launch, startServer } from './kit/app.ts'
import { installPeers } from './kit/install-peers.ts'
import type { Measure } from './run.ts'

export const about =
  'Lighthouse mobile, median of three runs, with the CPU multiplier of its calculator for a mid-range phone'

const RUNS = 3
const PAGES = [
  ['Home', '/pages/index/index'],
  ['login', '/pages/login/index'],
  ['register', '/pages/register/index'],
  ['chart', '/pages/kline/index'],
] as const

/** Multipliers of Lighthouse's calculator (lighthouse-cpu-throttling-calculator) by benchmark index; in between it interpolates, and beyond the last it goes on. */
const CALCULATOR = [
  [150, 1],
  [800, 2],
  [1_300, 3],
  [1_533, 4],
  [1_766, 5],
  [2_000, 6],
] as const

/** How many times slower a mid-range phone is than a machine of this benchmark index. */
export function multiplierOf(index: number): number {
  let at = CALCULATOR.findIndex(([upper]) => index <= upper)
  at = at === -1 ? CALCULATOR.length - 1 : Math.max(1, at)
  const [[low, from], [high, to]] = [CALCULATOR[at - 1] ?? CALCULATOR[0], CALCULATOR[at] ?? CALCULATOR[1]]
  return Math.max(1, from + ((index - low) / (high - low)) * (to - from))
}

interface Report {
  environment: { benchmarkIndex: number }
  categories: { performance: { score: number | null } }
  audits: Record<string, { numericValue?: number }>
  runtimeError?: { message: string }
}
type Lighthouse = (
  url: string,
  flags: Record<string, unknown>,
  config?: unknown,
) => Promise<{ lhr: Report } | undefined>

/** A free port of this machine. */
const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

async function loadLighthouse(): Promise<Lighthouse> {
  installPeers()
  const path = createRequire(join(root, 'tests/bench/peers/package.json')).resolve('lighthouse')
  const { default: lighthouse } = (await import(pathToFileURL(path).href)) as { default: Lighthouse }
  return lighthouse
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

/** Measures the score, the blocking time and the largest paint of four pages. Prints the benchmark index and the multiplier. */
export async function bench(): Promise<Measure[]> {
  const lighthouse = await loadLighthouse()
  buildApp()
  await using app = await startServer()
  const port = await freePort()
  const browser = await launch([`--remote-debugging-port=${port}`])
  try {
    const measure = async (route: string, cpuSlowdownMultiplier: number): Promise<Report> => {
      const result = await lighthouse(
        `${app.url}/h5/#${route}`,
        { port, output: 'json', logLevel: 'error', onlyCategories: ['performance'] },
        {
          extends: 'lighthouse:default',
          settings: {
            formFactor: 'mobile',
            throttlingMethod: 'simulate',
            throttling: { rttMs: 150, throughputKbps: 1_638.4, cpuSlowdownMultiplier },
          },
        },
      )
      if (!result || result.lhr.runtimeError || result.lhr.categories.performance.score === null)
        throw new Error(`${route}: ${result?.lhr.runtimeError?.message ?? 'Lighthouse has no result.'}`)
      return result.lhr
    }
    const index = (await measure(PAGES[0][1], 4)).environment.benchmarkIndex
    const multiplier = multiplierOf(index)
    console.log(`benchmark index ${Math.round(index)}, CPU multiplier ${multiplier.toFixed(2)}`)
    const measures: Measure[] = []
    for (const [name, route] of PAGES) {
      const reports: Report[] = []
      for (let run = 0; run < RUNS; run += 1) reports.push(await measure(route, multiplier))
      const of = (audit: string) => median(reports.map(({ audits }) => audits[audit]?.numericValue ?? Number.NaN))
      console.log(
        `${name}: benchmark index ${reports.map(({ environment }) => Math.round(environment.benchmarkIndex)).join(', ')}`,
      )
      measures.push(
        {
          name: `${name}: Lighthouse mobile`,
          ours: median(reports.map(({ categories }) => (categories.performance.score ?? Number.NaN) * 100)),
          unit: '',
          budget: 90,
          atLeast: true,
        },
        { name: `${name}: blocking time`, ours: of('total-blocking-time'), unit: 'ms', budget: 300 },
        { name: `${name}: largest paint`, ours: of('largest-contentful-paint') / 1_000, unit: 's' },
      )
    }
    return measures
  } finally {
    await browser.close()
  }
}
