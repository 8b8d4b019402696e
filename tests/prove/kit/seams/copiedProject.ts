import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { expect } from 'vitest'
import { copyProject } from '../../../support/copyProject.ts'
import { isShort } from './short.ts'

const root = join(import.meta.dirname, '../../../..')

/** Reads variants of the project's files and writes the findings of each. One compiler for all: a start takes longer than a check. */
const FINDINGS = `
import { readFileSync } from 'node:fs'
import { loadProject } from './codegen/cli/load.ts'
import { productCompiler } from './codegen/product.ts'
const files = loadProject(process.cwd())
const compiler = productCompiler()
const findings = JSON.parse(readFileSync(0, 'utf8')).map((texts) =>
  compiler.check(new Map([...files, ...Object.entries(texts)])).diagnostics.map((finding) => finding.rule + ': ' + finding.message + ' ' + (finding.suggestion ?? '')),
)
process.stdout.write(JSON.stringify(findings))
`

/** A copy of the project in a separate folder, for additions. Call `remove` after use. */
export class CopiedProject {
  readonly folder = mkdtempSync(join(tmpdir(), 'placard-copy-'))

  constructor() {
    copyProject(this.folder, ['tests'])
    symlinkSync(join(root, 'node_modules'), join(this.folder, 'node_modules'))
    // The schemas for editors are in no fresh clone.
    if (!isShort) this.passes('--import', 'tsx', 'codegen/generate.ts')
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }

  /** All files, from the project's folder. */
  files(folder = this.folder): string[] {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return this.files(path)
      return entry.isFile() ? [relative(this.folder, path)] : []
    })
  }

  /** Replaces the text of a file, which must change. */
  edit(file: string, change: (text: string) => string): void {
    const path = join(this.folder, file)
    const text = readFileSync(path, 'utf8')
    const changed = change(text)
    expect(changed, file).not.toBe(text)
    writeFileSync(path, changed)
  }

  /** Runs Node in the copy. */
  node(...args: string[]): { status: number | null; output: string } {
    const { status, stdout, stderr } = this.spawn(args)
    return { status, output: `${stdout}${stderr}` }
  }

  private spawn(args: readonly string[], input?: string) {
    return spawnSync(process.execPath, args, {
      cwd: this.folder,
      encoding: 'utf8',
      env: { ...process.env, FORCE_COLOR: '0' },
      ...(input !== undefined && { input }),
    })
  }

  /** The findings of the copy's compiler, line by line, for each variant: texts by the names of their files. */
  findings(variants: readonly Readonly<Record<string, string>>[]): string[] {
    const args = ['--import', 'tsx', '--input-type=module', '--eval', FINDINGS]
    const { status, stdout, stderr } = this.spawn(args, JSON.stringify(variants))
    expect(status, stderr).toBe(0)
    return (JSON.parse(stdout) as string[][]).map((lines) => lines.join('\n'))
  }

  /** Generates, checks and type-checks the copy, which must all pass. */
  expectSound(): void {
    this.passes('--import', 'tsx', 'codegen/generate.ts')
    this.passes('--import', 'tsx', 'codegen/cli/cli.ts')
    this.passes('node_modules/typescript/bin/tsc', '-p', 'tsconfig.json')
  }

  /** Runs Node in the copy, which must end with 0. Returns the output. */
  passes(...args: string[]): string {
    const { status, output } = this.node(...args)
    expect(status, output).toBe(0)
    return output
  }
}
