import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../../codegen/commands/setup.mjs'

const folder = join(root, 'tests/bench/peers')

const read = (path: string): { version?: string; dependencies?: Record<string, string> } =>
  JSON.parse(readFileSync(path, 'utf8')) as ReturnType<typeof read>

function isInstalled([name, version]: [string, string]): boolean {
  const path = join(folder, 'node_modules', name, 'package.json')
  return existsSync(path) && read(path).version === version
}

/** Installs the compared packages. They are a separate package: the app does not need it. */
export function installPeers(): void {
  if (Object.entries(read(join(folder, 'package.json')).dependencies ?? {}).every(isInstalled)) return
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' })
  if (status !== 0) throw new Error('The peers to compare with could not be installed.')
}
