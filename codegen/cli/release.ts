import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { clientManifest, clientText } from '../compiler/contract/capabilities.ts'
import { RELEASED_FILE, releasedText, VERSION_FILE } from '../generate/lib/version.ts'
import { productCompiler } from '../product.ts'
import type { CliResult } from './result.ts'
import { loadProject } from './load.ts'
import type { Options } from './options.ts'

/** Stores the capabilities of this build, and the contract as the released one; later builds are compared with both. */
export function runRelease({ root }: Options, release: string): CliResult {
  const { contract } = productCompiler().check(loadProject(root))
  const file = `schemas/clients/${release}.json`
  const store = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  store(file, clientText(clientManifest(release, contract)))
  if (existsSync(join(root, VERSION_FILE))) store(RELEASED_FILE, releasedText(root))
  return { out: `${file}: ${contract.widgets.size} widgets, ${contract.actions.size} actions\n`, status: 0 }
}
