import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '../../..')

const USES_LONG = /^import \{ LONG \} from '.*\/long\.ts'$/m

/** Whether a test file has tests marked LONG. */
export const usesLong = (file: string): boolean => USES_LONG.test(readFileSync(join(ROOT, file), 'utf8'))

export interface TestRun<Report> {
  status: number | null
  /** The JSON report of the runner. */
  report: Report
  stderr: string
}

/**
 * Runs a test runner of this project in a separate process. `command` says its arguments and variables for a report in
 * `file`.
 */
export function runTests<Report>(
  command: (file: string) => { args: readonly string[]; env?: Readonly<Record<string, string>> },
): TestRun<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'placard-tests-'))
  const file = join(folder, 'report.json')
  const { args, env } = command(file)
  const { status, stderr } = spawnSync(process.execPath, args, {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...env },
  })
  try {
    return { status, report: JSON.parse(readFileSync(file, 'utf8')) as Report, stderr }
  } catch (cause) {
    throw new Error(`The tests left no report. ${stderr.trim()}`, { cause })
  } finally {
    rmSync(folder, { recursive: true })
  }
}
