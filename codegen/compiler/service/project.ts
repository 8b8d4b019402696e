import type { LanguagePlugin } from '../../../src/engine/language/plugin.ts'
import { APP_SHELL, widthLimits } from '../accessibility/widthLimits.ts'
import { buildCatalogue, type Catalogue } from '../catalogue.ts'
import { changedInEnglishOnly, describeChange } from '../compare/describe.ts'
import type { Change } from '../compare/change.ts'
import { snapshotOfProject } from '../compare/snapshot.ts'
import type { JsonSchema } from '../keywords/editorSchema.ts'
import { createCompiler, type Checked, type Compiler, type TypeAt } from '../project.ts'
import { baseKey } from '../locales/texts.ts'
import { usedTexts } from '../locales/usedTexts.ts'
import type { Diagnostic } from '../source/findings/diagnostics.ts'
import type { SymbolRef } from '../source/names/mention.ts'
import { nodeAt, parse, placeAt } from './document.ts'
import type { ScopeName } from './scopeNames.ts'
import { screenSchema } from './screenSchema.ts'
import { renameSymbol, SymbolIndex, type Renaming, type ShownUse } from './symbols.ts'

export { NO_FUNCTION_ENV } from '../lower/noFunctionEnv.ts'
export { replyShape } from '../contract/schema.ts'
export { uiOf } from '../forms/formWidgets.ts'
export { formFile } from '../source/folders.ts'
export type { Contract, Form } from '../contract/contract.ts'
export type { Files } from '../source/source.ts'
export type { Checked }

/** The effect of publishing some files in place of others. */
export interface ProjectChanges {
  changes: readonly Change[]
  /** Texts that have changed in English only. */
  outdated: readonly { key: string; languages: readonly string[] }[]
}

/** Screens: files that are checked alone. */
const SCREEN = /^screens\/(?!shell\.json|parts\/)/

/** A project that an editor changes: its check, and the answers that need a compilation. */
export class ProjectService {
  readonly #compiler: Compiler
  #files = new Map<string, string>()
  #checked: Checked | undefined
  #index: SymbolIndex | undefined
  /** The files that have changed since the last check; null: the compiler has last seen other files, or none. */
  #stale: Set<string> | null = null

  constructor(plugin: LanguagePlugin) {
    this.#compiler = createCompiler({ plugin })
  }

  /** Starts with these files. `checked`: their check, where another project with the same files has it. */
  open(files: Readonly<Record<string, string>>, checked?: Checked): void {
    this.#files = new Map(Object.entries(files))
    this.#checked = checked
    this.#stale = null
  }

  /** Replaces files; null deletes. */
  apply(changes: Readonly<Record<string, string | null>>): void {
    for (const [path, text] of Object.entries(changes)) {
      if (text === null) this.#files.delete(path)
      else this.#files.set(path, text)
      this.#stale?.add(path)
    }
  }

  get files(): ReadonlyMap<string, string> {
    return this.#files
  }

  /** Checks all files. */
  check(): Checked {
    this.#checked = this.#compiler.check(this.#files)
    this.#stale = new Set()
    this.#index = undefined
    return this.#checked
  }

  /** The last check, which changes since may have outdated. */
  get checked(): Checked {
    return this.#checked ?? this.check()
  }

  /** The check of the files as they are now. */
  get current(): Checked {
    return this.#stale === null || this.#stale.size > 0 ? this.check() : this.checked
  }

  /** The findings of one screen; null for another file, or where other files have changed with it. */
  checkAlone(file: string): readonly Diagnostic[] | null {
    const text = this.#files.get(file)
    const isAlone = this.#stale !== null && [...this.#stale].every((path) => path === file)
    return isAlone && text !== undefined && SCREEN.test(file)
      ? this.#compiler.checkScreen(file, text).diagnostics
      : null
  }

  /** A screen that is no file of the project, compiled as one; undefined for one with errors. */
  compileScreen(file: string, document: object): Checked['screens'][number]['screen'] {
    return this.#compiler.checkScreen(file, JSON.stringify(document)).screen
  }

  /** The type of the expression at an offset of a screen or part. */
  typeAt(file: string, offset: number): TypeAt | undefined {
    const text = this.#files.get(file)
    return text === undefined ? undefined : this.#compiler.typeAt(file, text, offset)
  }

  /**
   * The names in scope of the expression that is written at an offset of a text of a screen or part, or the members of the value at the path
   * `holder` there. The expression may be incomplete.
   */
  namesAt(file: string, text: string, offset: number, holder: readonly string[]): ScopeName[] {
    if (!this.#checked) this.check()
    const node = nodeAt(parse(text), placeAt(text, offset))
    if (node?.type !== 'string') return []
    const complete = `${text.slice(0, node.offset)}"=true"${text.slice(node.offset + node.length)}`
    return this.#compiler.namesAt(file, complete, node.offset + '"='.length, holder)
  }

  #symbols(): SymbolIndex {
    const checked = this.current
    this.#index ??= new SymbolIndex(this.#compiler, checked, this.#files)
    return this.#index
  }

  /** The symbol at an offset of a file. */
  symbolAt(file: string, offset: number): SymbolRef | undefined {
    const found = this.#symbols().at(file, offset)
    return found && { kind: found.kind, name: found.name, ...(found.owner !== undefined && { owner: found.owner }) }
  }

  /** The uses of a symbol with their lines, its declarations first. */
  uses(symbol: SymbolRef): ShownUse[] {
    return this.#symbols()
      .uses(symbol)
      .map((use) => ({ ...use, ...lineOf(this.#files.get(use.file) ?? '', use.start) }))
  }

  /** The changes of files that rename a symbol, or why it keeps its name. */
  rename(symbol: SymbolRef, to: string): Renaming {
    const result = renameSymbol(this.#compiler, this.#files, symbol, to)
    this.#stale = null
    return result
  }

  /** JSON Schema of screens and parts, with the names of this project. */
  schema(): JsonSchema {
    return screenSchema(this.checked)
  }

  /** The keys of the texts that only one file uses; none while another file has an error, which can hide a use. */
  textsOnlyIn(file: string): string[] {
    const { diagnostics, locales, ...checked } = this.current
    if (diagnostics.some((finding) => finding.severity === 'error' && finding.file !== file)) return []
    const sources = new Map(
      [...this.#files.keys()].flatMap((path) => {
        const source = this.#compiler.source(path)
        return source ? [[path, source] as const] : []
      }),
    )
    const [all, others] = [usedTexts({ ...checked, sources }), usedTexts({ ...checked, sources }, file)]
    const keys = new Set([...locales.values()].flatMap((texts) => Object.keys(texts)))
    return [...keys].filter((key) => all.has(baseKey(key)) && !others.has(baseKey(key)))
  }

  /** How many letters fit where each text with a limit is shown, by key. */
  textLimits(): Readonly<Record<string, number>> {
    const limits = widthLimits(this.checked, this.#compiler.source(APP_SHELL))
    return Object.fromEntries([...limits].map(([key, { columns }]) => [key, columns]))
  }

  /** The catalogue of the last check; screens with errors are left out. */
  catalogue(): Catalogue {
    return buildCatalogue(this.checked, { omitInvalid: true })
  }

  /** The difference between another project and the files as they are now. */
  changesSince(other: ProjectService): ProjectChanges {
    const before = snapshotOfProject(other.checked)
    const after = snapshotOfProject(this.current)
    return { changes: describeChange(before, after), outdated: changedInEnglishOnly(before, after) }
  }
}

/** The line of an offset, and its number. */
function lineOf(text: string, offset: number): { line: number; text: string } {
  const start = text.lastIndexOf('\n', offset - 1) + 1
  const end = text.indexOf('\n', offset)
  return {
    line: text.slice(0, start).split('\n').length,
    text: text.slice(start, end < 0 ? undefined : end).trim(),
  }
}
