import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureChromium } from '../../codegen/commands/setup.mjs'
import { failuresOfPlaywright } from '../gate/reports.mjs'
import type { ProofOptions, ProofResult } from './kit/proof.ts'

/** The long tests are run in this many parts. */
const PARTS = 40

export const about =
  'the browser tests that npm test leaves out, because they are long and their subject has a shorter one there'
/** Parts of the tests. */
export const runs = { full: PARTS, short: 1 }

interface Report {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
}

/** Runs all long tests, or for fewer runs one part, chosen by the seed. */
export function prove({ seed, runs: parts, log }: ProofOptions): Promise<ProofResult> {
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
      ...(parts < PARTS ? [`--shard=${(seed % PARTS) + 1}/${PARTS}`] : []),
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
  return Promise.resolve({ ok: status === 0 && faults === 0 && tests > 0, figures: { tests, faults } })
}
