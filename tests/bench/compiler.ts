import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { loadProject } from '../../codegen/cli/load.ts'
import type { watchProject as watch, WatchChange } from '../../codegen/cli/watchProject.ts'
import { loadBundle } from '../../codegen/commands/bundle.mjs'
import { root } from '../../codegen/commands/setup.mjs'
import { productCompiler } from '../../codegen/product.ts'
import { compose } from '../prove/kit/robust/compose.ts'
import { createRandom } from '../prove/kit/random.ts'
import { typical } from './kit/measure.ts'
import type { Measure } from './run.ts'

export const about = 'The compiler: the command, saved files, the complete catalogue, and single screens of every shape'

const CHECKS = 5
const STARTS = 10
const SAVES = { warmUp: 60, mostUsed: 20 }
const SCREENS = { warmUp: 500, counted: 1_500 }

/** Milliseconds of processor time: other programs of the machine do not count. */
function processorMs(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

/** Milliseconds of the complete command, from its start to its end. The first start makes the bundle and is not counted. */
function commandTimes(command: string, args: readonly string[]): number[] {
  const times = Array.from({ length: STARTS + 1 }, () => {
    const started = performance.now()
    const { status, stderr } = spawnSync(command, args, { cwd: root, encoding: 'utf8' })
    if (status !== 0) throw new Error(`The check ends with ${status}: ${stderr}`)
    return performance.now() - started
  })
  return times.slice(1)
}

/** The uses of each part, the most used first. */
function partsByUse(files: ReadonlyMap<string, string>): string[] {
  const usesOf = (file: string): number => {
    const use = `"part": "${file.slice('screens/parts/'.length, -'.json'.length)}"`
    return [...files.values()].reduce((sum, text) => sum + text.split(use).length - 1, 0)
  }
  return [...files.keys()]
    .filter((file) => file.startsWith('screens/parts/'))
    .map((file) => [file, usesOf(file)] as const)
    .toSorted(([, a], [, b]) => b - a)
    .map(([file]) => file)
}

/** Processor time of a watching check for each save of a part or a screen: one that changes no finding, one that breaks a widget, and its repair. */
async function saveTimes(files: ReadonlyMap<string, string>): Promise<number[]> {
  // `npm run check -- --watch` runs from a bundle too.
  const { watchProject } = (await loadBundle('codegen/cli/watchProject.ts')) as { watchProject: typeof watch }
  const folder = mkdtempSync(join(tmpdir(), 'placard-bench-'))
  for (const [file, text] of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  let arrived: (change: WatchChange) => void = () => undefined
  const next = () => new Promise<WatchChange>((resolve) => void (arrived = resolve))
  const stop = watchProject(folder, (change) => arrived(change))
  const took: number[] = []
  const save = async (file: string, text: string, isBroken: boolean): Promise<void> => {
    const answer = next()
    const before = process.cpuUsage()
    writeFileSync(join(folder, file), text)
    const { saved, diagnostics } = await answer
    const { user, system } = process.cpuUsage(before)
    took.push((user + system) / 1_000)
    if (saved.join() !== file || diagnostics.some((diagnostic) => diagnostic.severity === 'error') !== isBroken)
      throw new Error(`A save of ${file} gives findings of ${saved.join()}.`)
  }
  const parts = partsByUse(files)
  const screens = [...files.keys()].filter((file) => /^screens\/(?!parts\/|shell\.json)/.test(file))
  const mostUsed = Array.from({ length: SAVES.mostUsed }, () => parts[0] ?? '')
  try {
    for (const file of [...parts, ...screens, ...mostUsed]) {
      const text = files.get(file) ?? ''
      await save(file, `${text}\n`, false)
      if (text.includes('"widget": "')) await save(file, text.replace('"widget": "', '"widget": "Un'), true)
      await save(file, text, false)
    }
  } finally {
    stop()
    rmSync(folder, { recursive: true })
  }
  return took.slice(SAVES.warmUp)
}

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN

/** Measures the command, saved files in a watching check, the check of the complete catalogue and single composed screens, in milliseconds. */
export async function bench(): Promise<Measure[]> {
  const files = loadProject(root)
  const node = commandTimes(process.execPath, [
    'codegen/commands/ts.mjs',
    '--bundle',
    '--omit=dev',
    'codegen/cli/cli.ts',
  ])
  const npm = commandTimes(process.platform === 'win32' ? 'npm.cmd' : 'npm', ['run', '--silent', 'check'])
  const saves = await saveTimes(files)
  const full = Array.from({ length: CHECKS }, () => {
    const started = performance.now()
    productCompiler().check(files)
    return performance.now() - started
  })
  const compiler = productCompiler()
  const { contract } = compiler.check(files)
  const took: number[] = []
  for (let run = 0; run < SCREENS.warmUp + SCREENS.counted; run += 1) {
    const text = JSON.stringify(compose('robust/composed', createRandom(run), contract))
    const once = () => processorMs(() => void compiler.checkScreen('screens/robust/composed.json', text))
    // Garbage collection and optimization run at any time: a slow screen is slow each time.
    const ms = Math.min(once(), once())
    if (run >= SCREENS.warmUp) took.push(ms)
  }
  return [
    { name: 'npm run check, the complete catalogue', ours: typical(npm), unit: 'ms', budget: 1_500 },
    { name: 'the same without npm', ours: typical(node), unit: 'ms', budget: 1_200 },
    {
      name: `a saved part or screen, 99th of a hundred (${saves.length})`,
      ours: percentile(saves, 0.99),
      unit: 'ms',
      budget: 100,
    },
    { name: 'a saved part or screen, half of them', ours: percentile(saves, 0.5), unit: 'ms', budget: 50 },
    {
      name: 'check of the complete catalogue, without a start of Node',
      ours: typical(full),
      unit: 'ms',
      budget: 2_000,
    },
    {
      name: 'the 99th of a hundred composed screens',
      ours: percentile(took, 0.99),
      unit: 'ms',
      budget: 5,
    },
  ]
}
