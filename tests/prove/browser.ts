import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureChromium } from '../../codegen/commands/setup.mjs'
import { failuresOfPlaywright } from '../gate/reports.mjs'
import type { ProofOptions, ProofResult } from './kit/proof.ts'
import { createRandom } from './kit/random.ts'

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
    (file) => file.endsWith('.spec.ts') && readFileSync(join(FOLDER, file), 'utf8').includes(', LONG, '),
  )
  const chosen = createRandom(seed).shuffled(files).slice(0, count)
  const folder = mkdtempSync(join(tmpdir(), 'placard-browser-'))
  const report = join(folder, 'report.json')
  const { status } = spawnSync(
    process.execPath,
    [
      'node_modules/@playwright/test/cli.js',
      'test',
      '--config=tests/e2e/playwright.config.ts',
      '--reporter=json',
      '--grep=@long',
      ...chosen,
    ],
    {
      cwd: join(import.meta.dirname, '../..'),
      stdio: 'ignore',
      env: { ...process.env, PLACARD_CHROMIUM: ensureChromium(), PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    },
  )
  const results = JSON.parse(readFileSync(report, 'utf8')) as Report
  rmSync(folder, { recursive: true })
  const { expected: tests, unexpected, flaky, skipped } = results.stats
  for (const { name, at, error } of failuresOfPlaywright(results, 'tests/e2e'))
    log(`${at} ${name}: ${error.join('\n')}`)
  const faults = unexpected + flaky + skipped
  return Promise.resolve({
    ok: status === 0 && faults === 0 && tests > 0,
    figures: { files: chosen.length, tests, faults },
  })
}
