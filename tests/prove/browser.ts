import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ensureChromium } from '../../codegen/commands/setup.mjs'
import { LONG } from '../e2e/kit/long.ts'
import { failuresOfPlaywright } from '../gate/reports.mjs'
import type { ProofOptions, ProofResult } from './kit/proof.ts'
import { createRandom } from './kit/random.ts'
import { runTests } from './kit/testRunner.ts'

const FOLDER = join(import.meta.dirname, '../e2e')

export const about =
  'the browser tests that npm test leaves out, because they are long and their subject has a shorter one there'
/** Files of tests, chosen by the seed. */
export const runs = { full: 1_000, short: 1 }

interface Report {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
}

/** Runs the long tests of `runs` files. */
export function prove({ seed, runs: count, log }: ProofOptions): Promise<ProofResult> {
  const files = readdirSync(FOLDER).filter(
    (file) => file.endsWith('.spec.ts') && readFileSync(join(FOLDER, file), 'utf8').includes("from './kit/long.ts'"),
  )
  const chosen = createRandom(seed).shuffled(files).slice(0, count)
  const { status, report } = runTests<Report>((file) => ({
    args: [
      'node_modules/@playwright/test/cli.js',
      'test',
      '--config=tests/e2e/playwright.config.ts',
      '--reporter=json',
      `--grep=${LONG.tag}`,
      ...chosen,
    ],
    env: { PLACARD_CHROMIUM: ensureChromium(), PLAYWRIGHT_JSON_OUTPUT_NAME: file },
  }))
  for (const { name, at, error } of failuresOfPlaywright(report, 'tests/e2e')) log(`${at} ${name}: ${error.join('\n')}`)
  const { expected: tests, unexpected, flaky, skipped } = report.stats
  const faults = unexpected + flaky + skipped
  return Promise.resolve({
    ok: status === 0 && faults === 0 && tests > 0,
    figures: { files: chosen.length, tests, faults },
  })
}
