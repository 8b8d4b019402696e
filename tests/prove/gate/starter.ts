import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ProofOptions, ProofResult } from '../kit/proof.ts'
import { ROOT } from '../kit/testRunner.ts'

export const about =
  'npm run starter makes a product in an empty folder whose gate is green: it is built, checked, tested and opened in a browser'
/** The products: all parts of the gate of one, or the build and the browser test. */
export const runs = { full: 1, short: 1 }

const PACKAGES = 'node_modules'
const RESULT = /^(\d+) passed, (\d+) failed/m

/** Links the packages of this project. The folder itself is another: it has the caches and the results of the gate. */
function linkPackages(folder: string): void {
  mkdirSync(join(folder, PACKAGES), { recursive: true })
  for (const name of readdirSync(join(ROOT, PACKAGES)))
    if (!name.startsWith('.') || name === '.bin' || name === '.package-lock.json')
      symlinkSync(join(ROOT, PACKAGES, name), join(folder, PACKAGES, name))
}

export function prove({ length, log }: ProofOptions): Promise<ProofResult> {
  const folder = mkdtempSync(join(tmpdir(), 'placard-starter-'))
  const npm = (cwd: string, ...args: string[]): string => {
    const { status, stdout, stderr } = spawnSync('npm', args, { cwd, encoding: 'utf8' })
    if (status !== 0) log(`npm ${args.join(' ')} ended with ${String(status)}:\n${stdout}${stderr}`)
    return stdout
  }
  try {
    linkPackages(folder)
    npm(ROOT, 'run', 'starter', folder)
    const [line = '', passed = '0', failed = '1'] =
      RESULT.exec(npm(folder, 'test', ...(length === 'full' ? [] : ['--', 'build', 'browser tests']))) ?? []
    log(line)
    return Promise.resolve({
      ok: Number(passed) > 0 && Number(failed) === 0,
      figures: { passed: Number(passed), failed: Number(failed) },
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
