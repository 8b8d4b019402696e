import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { clientManifest, clientText } from '../compile/capabilities.ts'
import { Compiler } from '../compile/project.ts'
import type { CliResult } from './result.ts'
import { loadProject } from './load.ts'
import type { Options } from './options.ts'

/** Stores the capabilities of this build; later builds are compared with them. */
export function runRelease({ root }: Options, release: string): CliResult {
  const { contract } = new Compiler().check(loadProject(root))
  const file = `schemas/clients/${release}.json`
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), clientText(clientManifest(release, contract)))
  return { out: `${file}: ${contract.widgets.size} widgets, ${contract.actions.size} actions\n`, status: 0 }
}
