import { loadProject } from '../../codegen/check/load.ts'
import { root } from '../../codegen/commands/setup.mjs'
import { Compiler } from '../../codegen/compile/project.ts'
import { compose } from '../prove/kit/robust/compose.ts'
import { createRandom } from '../prove/kit/random.ts'
import { typical } from './browser/measure.ts'
import type { Measure } from './run.ts'

export const about = 'The compiler: the complete catalogue, and single screens of every shape'

const CHECKS = 5
const SCREENS = { warmUp: 500, counted: 1_500 }

/** Milliseconds of processor time: other programs of the machine do not count. */
function processorMs(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

/** Measures the check of the complete catalogue and of single composed screens, in milliseconds. */
export function bench(): Promise<Measure[]> {
  const files = loadProject(root)
  const full = Array.from({ length: CHECKS }, () => {
    const started = performance.now()
    new Compiler().check(files)
    return performance.now() - started
  })
  const compiler = new Compiler()
  const { contract } = compiler.check(files)
  const took: number[] = []
  for (let run = 0; run < SCREENS.warmUp + SCREENS.counted; run += 1) {
    const text = JSON.stringify(compose('robust/composed', createRandom(run), contract))
    const once = () => processorMs(() => void compiler.checkScreen('screens/robust/composed.json', text))
    // Garbage collection and optimization run at any time: a slow screen is slow each time.
    const ms = Math.min(once(), once())
    if (run >= SCREENS.warmUp) took.push(ms)
  }
  const sorted = took.toSorted((a, b) => a - b)
  return Promise.resolve([
    {
      name: 'check of the complete catalogue, without a start of Node',
      ours: typical(full),
      unit: 'ms',
      budget: 2_000,
    },
    {
      name: 'the 99th of a hundred composed screens',
      ours: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN,
      unit: 'ms',
      budget: 5,
    },
  ])
}
