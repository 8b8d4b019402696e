import { spawnSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyProject } from '../../support/copyProject.ts'
import { createParts } from '../../gate/parts.mjs'
import { FAULTS, type Fault } from '../kit/gateFaults.ts'
import type { ProofOptions, ProofResult } from '../kit/proof.ts'

export const about = 'each part of npm test -- --full fails by a fault put into a copy of the project, and names it'
/** Parts: all of them, or the cheapest one. */
export const runs = { full: FAULTS.length, short: 1 }

const ROOT = join(import.meta.dirname, '../../..')
const FURTHER = ['tests', 'README.md', 'CONTRIBUTING.md', '.gitignore', '.oxlintrc.json', '.oxfmtrc.json', '.ci']

/**
 * Puts the first `runs` faults into a copy, one at a time, and runs the part that must find each. `only`: words of which a part has one in
 * its name.
 */
export async function prove({ runs: count, only, log }: ProofOptions): Promise<ProofResult> {
  const parts = (await createParts({ scratch: tmpdir() })).map(({ name }) => name)
  const without = parts.filter((name) => !FAULTS.some(({ part }) => part === name))
  if (without.length > 0) throw new Error(`No fault for ${without.join(', ')}.`)
  const chosen = FAULTS.filter(({ part }) => only?.some((word) => part.includes(word)) ?? true).slice(0, count)
  if (chosen.length === 0) throw new Error('No part has such a name.')
  const folder = copyWithPackages()
  const faults: string[] = []
  try {
    for (const fault of chosen) {
      const started = Date.now()
      const wrong = findsFault(folder, fault)
      log(`${fault.part}: ${wrong ?? `found “${fault.what}”`}, after ${Math.round((Date.now() - started) / 1000)} s`)
      if (wrong !== null) faults.push(`${fault.part}: ${wrong}`)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return { ok: faults.length === 0, figures: { parts: chosen.length, faults: faults.length } }
}

/** A copy of the project. Its folder of packages is its own, so that the record of the gate is too. */
function copyWithPackages(): string {
  const folder = mkdtempSync(join(tmpdir(), 'placard-gate-'))
  copyProject(folder, FURTHER)
  mkdirSync(join(folder, 'node_modules'))
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    if (name !== '.cache') symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name))
  return folder
}

/** Why the part does not find the fault; null, if it does. The file is as before at the end. */
function findsFault(folder: string, { part, file, from, to, names }: Fault): string | null {
  const path = join(folder, file)
  const text = readFileSync(path, 'utf8')
  if (text.split(from).length !== 2) return `${file} does not have “${from}” once`
  const { atime, mtime } = statSync(path)
  writeFileSync(
    path,
    text.replace(from, () => to),
  )
  const { status, stdout, stderr } = spawnSync(process.execPath, ['tests/run.mjs', '--full', part], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 100_000_000,
    env: { ...process.env, FORCE_COLOR: '0' },
  })
  writeFileSync(path, text)
  utimesSync(path, atime, mtime)
  const output = `${stdout}${stderr}`
  if (status !== 1) return `ended with ${status}`
  if (!new RegExp(`^FAILED {2}${part} .*\\d failed`, 'm').test(output)) return 'is not reported as failed'
  return names.test(output) ? null : `does not say ${String(names)}:\n${output.slice(-2_000)}`
}
