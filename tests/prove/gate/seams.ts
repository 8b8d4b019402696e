import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { failuresOfVitest } from '../../gate/results/reports.mjs'
import type { ProofOptions, ProofResult } from '../kit/proof.ts'
import { SHORT } from '../kit/seams/short.ts'
import { ROOT, runTests } from '../kit/testRunner.ts'

export const about =
  'a widget, a rule, a keyword and a name of the product, each added to a copy of the project: as few files as promised, and everything else follows from them'
/** Seams: all of them, or the cheapest one without the steps that the gate takes for the project itself. */
export const runs = { full: 4, short: 1 }

const FOLDER = join(import.meta.dirname, '../kit/seams')
/** The cheapest one first. */
const SEAMS = ['rule', 'product', 'keyword', 'widget']

interface Report {
  numPassedTests: number
  numTotalTests: number
  testResults: { name: string }[]
}

/** Runs the tests of the first `runs` seams. */
export function prove({ runs: count, log }: ProofOptions): Promise<ProofResult> {
  const found = readdirSync(FOLDER).filter((file) => file.endsWith('.test.ts'))
  if (found.length !== SEAMS.length)
    throw new Error(`These are all seams: ${SEAMS.join(', ')}; there are ${found.join(', ')}`)
  const seams = SEAMS.slice(0, count)
  const { status, report } = runTests<Report>((file) => ({
    args: [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--config',
      join(FOLDER, 'vitest.config.ts'),
      '--reporter=json',
      `--outputFile=${file}`,
      ...seams.map((seam) => `${seam}.test.ts`),
    ],
    ...(count < runs.full && { env: { [SHORT]: '1' } }),
  }))
  for (const { name, at, error } of failuresOfVitest(report, ROOT)) log(`${at} ${name}: ${error.join('\n')}`)
  const { numPassedTests: passed, numTotalTests: total, testResults } = report
  const ok = status === 0 && testResults.length === seams.length && passed === total && total > 0
  return Promise.resolve({ ok, figures: { seams, tests: total, faults: total - passed } })
}
