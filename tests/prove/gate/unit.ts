import { countsOfVitest, failuresOfVitest } from '../../gate/results/reports.mjs'
import { LONG } from '../../support/long.ts'
import { unitTestFiles } from '../../gate/testFiles.mjs'
import { ALL_TESTS } from '../kit/browserTests.ts'
import type { ProofOptions, ProofResult } from '../kit/proof.ts'
import { createRandom } from '../kit/random.ts'
import { ROOT, runTests, usesLong } from '../kit/testRunner.ts'

export const about =
  'the unit tests that npm test -- --full leaves out, because they are long and their subject has a shorter one there'
/** Files to take the long tests of, or all. */
export const runs = { full: ALL_TESTS, middle: ALL_TESTS, short: 1 }

/** Runs the tests with the seed of the proof, where they have one. A test that does not run is a fault. */
export function prove({ seed, runs: count, log }: ProofOptions): Promise<ProofResult> {
  const long = unitTestFiles(ROOT).filter(usesLong)
  const files = createRandom(seed).shuffled(long).slice(0, count)
  const { status, report } = runTests<object>((file) => ({
    args: [
      'node_modules/vitest/vitest.mjs',
      'run',
      `--tags-filter=${LONG.tags.join(' ')}`,
      '--reporter=json',
      `--outputFile.json=${file}`,
      ...files,
    ],
    env: { PLACARD_TEST_SEED: String(seed) },
  }))
  for (const { name, at, error } of failuresOfVitest(report, ROOT, { long: true }))
    log(`${at} ${name}: ${error.join('\n')}`)
  const { passed, failed: faults } = countsOfVitest(report, { long: true })
  return Promise.resolve({
    ok: status === 0 && faults === 0 && files.length > 0 && passed >= files.length,
    figures: { files: files.length, tests: passed + faults, faults },
  })
}
