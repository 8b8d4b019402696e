import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { expect } from 'vitest'

const root = join(import.meta.dirname, '..', '..', '..')
const PARTS = [
  'src',
  'screens',
  'schemas',
  'locales',
  'codegen',
  'tests',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
]

/** A copy of the project in a folder of its own, to add something to. Call `remove` after use. */
export class CopiedProject {
  readonly folder = mkdtempSync(join(tmpdir(), 'placard-copy-'))

  constructor() {
    for (const part of PARTS) cpSync(join(root, part), join(this.folder, part), { recursive: true })
    symlinkSync(join(root, 'node_modules'), join(this.folder, 'node_modules'))
    // The schemas for editors are in no fresh clone.
    this.passes('--import', 'tsx', 'codegen/generate.ts')
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
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      cwd: this.folder,
      encoding: 'utf8',
      env: { ...process.env, FORCE_COLOR: '0' },
    })
    return { status, output: `${stdout}${stderr}` }
  }

  /** Runs Node in the copy, which must end with 0. Returns the output. */
  passes(...args: string[]): string {
    const { status, output } = this.node(...args)
    expect(status, output).toBe(0)
    return output
  }
}
