import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { countsOfVitest, failuresOfVitest } from '../../gate/results/reports.mjs'
import { unitTestFiles } from '../../gate/testFiles.mjs'
import type { ProofOptions, ProofResult } from '../kit/proof.ts'
import { createRandom } from '../kit/random.ts'
import { ROOT, runTests } from '../kit/testRunner.ts'

export const about =
  'the property tests with other seeds than that of npm test, which repeats its runs; the seed of a failure is in its message'
/** Seeds. npm test has its own. */
export const runs = { full: 20, middle: 3, short: 0 }

const PROPERTY = /\bfrom 'fast-check'/
const LARGEST_SEED = 2 ** 31

/** Runs each file with a property test once for each seed. */
export function prove({ seed, runs: count, log }: ProofOptions): Promise<ProofResult> {
  const random = createRandom(seed)
  const files = unitTestFiles(ROOT).filter((file) => PROPERTY.test(readFileSync(join(ROOT, file), 'utf8')))
  const figures = { files: files.length, seeds: 0, tests: 0, faults: 0 }
  for (; figures.seeds < count; figures.seeds++) {
    const testSeed = random.int(LARGEST_SEED)
    const { status, report } = runTests<object>((file) => ({
      args: ['node_modules/vitest/vitest.mjs', 'run', '--reporter=json', `--outputFile.json=${file}`, ...files],
      env: { PLACARD_TEST_SEED: String(testSeed) },
    }))
    for (const { name, at, error } of failuresOfVitest(report, ROOT))
      log(`seed ${testSeed}: ${at} ${name}: ${error.join('\n')}`)
    const { passed, failed } = countsOfVitest(report)
    figures.tests += passed + failed
    figures.faults += failed + (status !== 0 && failed === 0 ? 1 : 0)
  }
  return Promise.resolve({ ok: figures.faults === 0 && figures.tests >= files.length * count, figures })
}
