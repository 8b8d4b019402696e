import { spawnSync } from 'node:child_process'
import { readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ProofOptions, ProofResult } from './kit/proof.ts'

export const about =
  'a widget, a rule, a keyword and a name of the product, each added to a copy of the project: as few files as promised, and everything else follows from them'
/** Seams: all of them, or the cheapest one. */
export const runs = { full: 4, short: 1 }

const FOLDER = join(import.meta.dirname, 'kit/seams')
/** The cheapest one first. */
const SEAMS = ['rule', 'product', 'keyword', 'widget']

interface Report {
  numPassedTests: number
  numTotalTests: number
  testResults: { name: string; assertionResults: { status: string; title: string; failureMessages: string[] }[] }[]
}

/** Runs the tests of the first `runs` seams. */
export function prove({ seed, runs: count, log }: ProofOptions): Promise<ProofResult> {
  const found = readdirSync(FOLDER).filter((file) => file.endsWith('.test.ts'))
  if (found.length !== SEAMS.length)
    throw new Error(`These are all seams: ${SEAMS.join(', ')}; there are ${found.join(', ')}`)
  const seams = SEAMS.slice(0, count)
  const file = join(tmpdir(), `placard-seams-${process.pid}-${seed}.json`)
  const { status, stderr } = spawnSync(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--config',
      join(FOLDER, 'vitest.config.ts'),
      '--reporter=json',
      `--outputFile=${file}`,
      ...seams.map((seam) => `${seam}.test.ts`),
    ],
    { cwd: join(import.meta.dirname, '../..'), encoding: 'utf8' },
  )
  const { numPassedTests: passed, numTotalTests: total, testResults } = JSON.parse(readFileSync(file, 'utf8')) as Report
  rmSync(file)
  if (status !== 0) log(stderr.trim())
  for (const { assertionResults } of testResults)
    for (const { title, status: outcome, failureMessages } of assertionResults)
      if (outcome !== 'passed') log(`${title}: ${failureMessages.join('\n')}`)
  const ok = status === 0 && testResults.length === seams.length && passed === total && total > 0
  return Promise.resolve({ ok, figures: { seams, tests: total, faults: total - passed } })
}
