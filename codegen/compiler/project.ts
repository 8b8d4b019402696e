import type { CallDef, Shell } from '../../src/engine/language/expressions/program.ts'
import type { LanguagePlugin } from '../../src/engine/language/plugin.ts'
import { LIMITS } from '../../src/engine/language/expressions/program.ts'
import { INPUT_LIMITS } from './source/limits.ts'
import { hasByteOrderMark, parseSource, stringAt, member, itemsOf, rangeOf } from './source/source.ts'
import type { Files, Source } from './source/source.ts'
import type { Contract } from './contract/contract.ts'
import { applyAllowances, withoutAllowed } from './source/findings/allowedWarnings.ts'
import { byCause } from './source/findings/causes.ts'
import type { TypeObserver } from './lower/compilationUnit.ts'
import { namesOf, typeInWords, type ScopeName } from './service/scopeNames.ts'
import type { Scope } from './infer/scope.ts'
import { unique } from './source/findings/diagnostics.ts'
import { memo } from './source/memo.ts'
import type { RuleSet } from './ruleSet.ts'
import { ruleSet } from './rules/index.ts'
import { Reporter } from './source/findings/reporter.ts'
import type { Diagnostic, Finding } from './source/findings/diagnostics.ts'
import { withTexts } from './source/findings/messages.ts'
import { compilePart } from './parts/part.ts'
import { sameForUsers } from './parts/compiledPart.ts'
import type { CompiledPart, PartAnswer } from './parts/compiledPart.ts'
import { paramsObject } from './lower/params.ts'
import { formWidgets } from './forms/formWidgets.ts'
import { CONTRACT_FILES, ContractCache } from './contract/readContract.ts'
import { holds, recordReads, same } from './lower/reads.ts'
import type { Reads } from './lower/reads.ts'
import type { ReadContract } from './contract/readContract.ts'
import { compileScreen } from './lower/screen.ts'
import { slashed } from './lower/route.ts'
import type { CheckedScreen, CompiledScreen } from './compiledScreen.ts'
import { OPERATOR_FILE } from './locales/localeFiles.ts'
import { checkLocales } from './locales/locales.ts'
import type { Locales } from './locales/locales.ts'
import { readShell } from './contract/shell.ts'
import { checkProject } from './projectChecks.ts'
import { withFixes } from './fix/fixes.ts'
import { readClients } from './contract/capabilities.ts'
import type { ClientManifest } from './contract/capabilities.ts'
import { canonicalJson } from '../../src/engine/language/values/sha256.ts'
import type { ProjectIndex } from './projectIndex.ts'
import type { RouteInfo } from './contract/declarations.ts'

export interface Checked {
  diagnostics: Diagnostic[]
  screens: readonly CheckedScreen[]
  parts: ReadonlyMap<string, CompiledPart>
  /** Language to its texts. */
  locales: ReadonlyMap<string, Record<string, string>>
  /** Partly translated languages, each with the number of its texts that are not translated. */
  untranslated: ReadonlyMap<string, number>
  shell: Shell | undefined
  shellCalls: Record<string, CallDef>
  /** Texts that the app itself uses. */
  shellTexts: readonly string[]
  contract: Contract
  /** Capabilities of released clients, oldest first. */
  clients: readonly ClientManifest[]
  stats: { files: number; screens: number; parts: number; nodes: number; milliseconds: number }
}

/** The type of an expression, as text, with its range in the file. */
export interface TypeAt {
  start: number
  end: number
  type: string
}

const SCREEN_FILE = /^screens\/(?!parts\/)(.+)\.json$/
const PART_FILE = /^screens\/parts\/(.+)\.json$/
const SHELL_FILE = 'screens/shell.json'
const RELEVANT = /^(screens|fixtures|schemas|locales|src\/(engine\/(widgets|actions)|product|app))\//

/**
 * Incremental compiler: compiles only what depends on a changed file. It has no access to the file system:
 * `check` takes all files of the project each time.
 */
export class Compiler {
  readonly #sources = new Map<string, Source>()
  readonly #contract: ContractCache
  readonly #syntax: (source: Source) => readonly Finding[]
  #locales: { stamp: readonly Source[]; read: Locales } | undefined
  #outline: { stamp: string; routes: Map<string, RouteInfo>; diagnostics: Finding[] } | undefined
  #last: { contract: Contract; projectIndex: ProjectIndex } | undefined
  readonly #compiled = new Map<string, readonly Cached<CompiledScreen>[]>()
  readonly #parts = new Map<string, readonly Cached<CompiledPart>[]>()

  constructor(
    plugin: LanguagePlugin,
    readonly rules: RuleSet,
  ) {
    this.#contract = new ContractCache(plugin, rules)
    this.#syntax = memo((source: Source) => syntax(source, rules))
  }

  check(files: Files): Checked {
    const started = performance.now()
    const diagnostics: Finding[] = []
    const sources = this.#parse(files, diagnostics)
    for (const source of sources.values()) diagnostics.push(...this.#syntax(source))
    const read = this.#readContract(sources, files)
    diagnostics.push(...read.diagnostics)
    const outline = this.#readOutline(sources)
    diagnostics.push(...outline.diagnostics)
    const { parts, projectIndex } = this.#partsOf(sources, read.contract, outline.routes)
    this.#last = { contract: read.contract, projectIndex }
    const screens: CheckedScreen[] = []
    for (const [file, source] of sources) {
      if (!SCREEN_FILE.test(file) || file === SHELL_FILE || !isParsed(source)) continue
      const result = this.#screen(source, read.contract, projectIndex)
      screens.push({ ...result, file, route: slashed(stringAt(source.root, 'route') ?? '') })
      diagnostics.push(...result.diagnostics)
    }
    for (const part of parts.values()) diagnostics.push(...part.diagnostics)
    const {
      shell,
      shellCalls,
      texts: shellTexts,
      routes: shellRoutes,
    } = readShell(sources, read.contract, projectIndex, diagnostics)
    const locales = this.#checkLocales(sources)
    diagnostics.push(...locales.diagnostics)
    const hasUnparsedFiles = [...sources].some(([file, source]) => file.startsWith('screens/') && !isParsed(source))
    checkProject(
      {
        hasUnparsedFiles,
        sources,
        screens,
        routes: outline.routes,
        parts,
        shell,
        contract: read.contract,
        shellTexts,
        shellRoutes,
      },
      this.rules,
      diagnostics,
    )
    return {
      diagnostics: withFixes(
        byCause(applyAllowances(unique(diagnostics), sources, this.rules), this.rules.metas),
        sources,
      ).map(withTexts),
      screens,
      parts,
      locales: locales.texts,
      untranslated: locales.untranslated,
      shell,
      shellCalls,
      shellTexts,
      contract: read.contract,
      clients: readClients(sources),
      stats: {
        files: sources.size,
        screens: screens.length,
        parts: parts.size,
        nodes: screens.reduce((sum, screen) => sum + screen.nodes, 0),
        milliseconds: Math.round(performance.now() - started),
      },
    }
  }

  /** A file of the last check, parsed; undefined for one that the compiler does not read. */
  source(file: string): Source | undefined {
    return this.#sources.get(file)
  }

  /** Compiles one screen against the project last checked, without the project-wide checks: for an editor. Throws before the first `check`. */
  checkScreen(
    file: string,
    text: string,
  ):
    | (Omit<CompiledScreen, 'diagnostics'> & { diagnostics: Diagnostic[] })
    | { screen: undefined; diagnostics: Diagnostic[] } {
    if (!this.#last) throw new Error('The project has not been checked.')
    const source = parseSource(file, text, LIMITS.bytes)
    const findings = this.#syntax(source)
    if (!isParsed(source)) return { screen: undefined, diagnostics: findings.map(withTexts) }
    const result = compileScreen(source, this.#last.contract, this.#last.projectIndex)
    const own = withoutAllowed(result.diagnostics, new Map([[file, source]])).findings
    return { ...result, diagnostics: [...findings, ...own].map(withTexts) }
  }

  /**
   * The type of the smallest expression around an offset of a screen or part, or ending there, as text, as the
   * conditions around it narrow it. Undefined outside of expressions. Throws before the first `check`.
   */
  typeAt(file: string, text: string, offset: number): TypeAt | undefined {
    let found: TypeAt | undefined
    this.#observeTypes(file, text, (type, { start, end }) => {
      if (type.k === 'wrong' || offset < start || offset > end) return
      if (found && found.end - found.start < end - start) return
      found = { start, end, type: typeInWords(type) }
    })
    return found
  }

  /**
   * The names in scope of the expression at an offset of a screen or part, or the members of the value at the path `holder` there. None outside of
   * expressions. Throws before the first `check`.
   */
  namesAt(file: string, text: string, offset: number, holder: readonly string[] = []): ScopeName[] {
    let found: { length: number; scope: Scope } | undefined
    this.#observeTypes(file, text, (_type, { start, end }, scope) => {
      if (offset < start || offset > end || (found && found.length < end - start)) return
      found = { length: end - start, scope }
    })
    return found ? namesOf(found.scope, holder) : []
  }

  /** Compiles a screen or part; the observer gets the type of each of its expressions. */
  #observeTypes(file: string, text: string, observe: TypeObserver): void {
    if (!this.#last) throw new Error('The project has not been checked.')
    const { contract, projectIndex } = this.#last
    const source = parseSource(file, text, LIMITS.bytes)
    if (!isParsed(source)) return
    const part = PART_FILE.exec(file)?.[1]
    if (part !== undefined) compilePart(source, part, contract, projectIndex, observe)
    else if (SCREEN_FILE.test(file) && file !== SHELL_FILE) compileScreen(source, contract, projectIndex, observe)
  }

  #parse(files: Files, diagnostics: Finding[]): Map<string, Source> {
    const sources = new Map<string, Source>()
    const relevant = [...files.keys()]
      .filter((file) => RELEVANT.test(file) && file.endsWith('.json') && !/^schemas\/\w+\.schema\.json$/.test(file))
      .toSorted()
    const surplus = relevant[INPUT_LIMITS.files]
    if (surplus !== undefined) {
      const reporter = new Reporter(parseSource(surplus, 'null'), this.rules)
      reporter.emit({ event: 'tooManyFiles', count: relevant.length }, { start: 0, end: 1 })
      diagnostics.push(...reporter.diagnostics)
    }
    for (const file of relevant.slice(0, INPUT_LIMITS.files)) {
      const text = files.get(file) ?? ''
      const before = this.#sources.get(file)
      const source =
        before?.text === text ? before : parseSource(file, text, file.startsWith('screens/') ? LIMITS.bytes : undefined)
      this.#sources.set(file, source)
      sources.set(file, source)
    }
    return sources
  }

  #checkLocales(sources: ReadonlyMap<string, Source>): Locales {
    const stamp = [...sources].flatMap(([file, source]) =>
      file.startsWith('locales/') || file === OPERATOR_FILE ? [source] : [],
    )
    if (!this.#locales || !same(this.#locales.stamp, stamp))
      this.#locales = { stamp, read: checkLocales(sources, this.rules) }
    return this.#locales.read
  }

  #readContract(sources: ReadonlyMap<string, Source>, files: Files): ReadContract {
    const contractFiles = [...sources].filter(([file]) => CONTRACT_FILES.test(file))
    return this.#contract.read(new Map(contractFiles), formWidgets(files.keys()))
  }

  /** Routes with their parameters and access rules. */
  #readOutline(sources: ReadonlyMap<string, Source>): { routes: Map<string, RouteInfo>; diagnostics: Finding[] } {
    const routes = new Map<string, RouteInfo>()
    const ids = new Map<string, string>()
    const diagnostics: Finding[] = []
    const findings: unknown[] = []
    for (const [file, source] of sources) {
      if (!SCREEN_FILE.test(file) || file === SHELL_FILE) continue
      const route = member(source.root, 'route')
      const id = stringAt(source.root, 'id')
      if (route?.type !== 'string' || id === undefined) continue
      const path = slashed(String(route.value))
      const other = routes.get(path)?.file ?? ids.get(id)
      if (other !== undefined) {
        const reporter = new Reporter(source, this.rules)
        reporter.emit({ event: 'routeTaken', file: other }, rangeOf(route), 'route')
        diagnostics.push(...reporter.diagnostics)
        continue
      }
      ids.set(id, file)
      const access = itemsOf(member(source.root, 'access')).map((item) => String(item.value))
      const paramSchema = paramsObject(member(source.root, 'params'))
      routes.set(path, { id, file, access, paramSchema })
      findings.push([path, id, file, access, paramSchema])
    }
    const stamp = canonicalJson(findings)
    if (this.#outline?.stamp === stamp) return { routes: this.#outline.routes, diagnostics }
    this.#outline = { stamp, routes, diagnostics }
    return this.#outline
  }

  #partsOf(
    sources: ReadonlyMap<string, Source>,
    contract: Contract,
    routes: ReadonlyMap<string, RouteInfo>,
  ): { parts: Map<string, CompiledPart>; projectIndex: ProjectIndex } {
    const parts = new Map<string, CompiledPart>()
    const open = new Set<string>()
    const sourceOf = (id: string): Source | undefined => sources.get(`screens/parts/${id}.json`)
    const ids = [...sources.keys()].flatMap((file) => PART_FILE.exec(file)?.[1] ?? [])
    const projectIndex: ProjectIndex = {
      rules: this.rules,
      routes,
      partIds: () => ids,
      part: (id) => {
        const ready = parts.get(id)
        if (ready) return ready
        const source = sourceOf(id)
        if (!source) return 'missing'
        if (!isParsed(source)) return 'unparsed'
        if (open.has(id)) return 'cyclic'
        if (open.size >= INPUT_LIMITS.parts) return 'deep'
        open.add(id)
        const result = cached(this.#parts, source, contract, projectIndex, (own, index) =>
          compilePart(source, id, own, index),
        )
        open.delete(id)
        parts.set(id, result)
        return result
      },
    }
    for (const id of ids) projectIndex.part(id)
    return { parts, projectIndex }
  }

  #screen(source: Source, contract: Contract, projectIndex: ProjectIndex): CompiledScreen {
    return cached(this.#compiled, source, contract, projectIndex, (own, index) => compileScreen(source, own, index))
  }
}

/** Creates a compiler of a product's screens. `rules`: all by default. */
export const createCompiler = ({ plugin, rules = ruleSet }: { plugin: LanguagePlugin; rules?: RuleSet }): Compiler =>
  new Compiler(plugin, rules)

/** A compiled screen or part with everything that it was compiled from. */
interface Cached<Result> {
  source: Source
  noted: Reads
  routes: ProjectIndex['routes']
  /** The answer for each part that it asked for: a missing one too. */
  parts: ReadonlyMap<string, PartAnswer>
  /** The names of all parts, if it asked for them: a suggestion depends on them. */
  partIds: string | undefined
  result: Result
}

const joined = (ids: Iterable<string>): string => [...ids].join()

/** Results kept of each file: while a part is edited, its users often return to what they were before the last edit. */
const KEPT = 2

/** Compiles a file, unless everything that one of its last compilations has read is the same. */
function cached<Result>(
  cache: Map<string, readonly Cached<Result>[]>,
  source: Source,
  contract: Contract,
  index: ProjectIndex,
  compile: (contract: Contract, index: ProjectIndex) => Result,
): Result {
  const known = (cache.get(source.file) ?? []).filter(
    (item) =>
      item.source === source &&
      holds(item.noted, contract) &&
      item.routes === index.routes &&
      (item.partIds === undefined || item.partIds === joined(index.partIds())),
  )
  // In the order of the compilation, and only for an unchanged file: the answer "cyclic" depends on what is being compiled.
  const current = known.find(({ parts }) => [...parts].every(([id, answer]) => sameForUsers(index.part(id), answer)))
  if (current) {
    cache.set(source.file, [current, ...known.filter((item) => item !== current)])
    return current.result
  }
  const reads = recordReads(contract)
  const parts = new Map<string, PartAnswer>()
  let partIds: string | undefined
  const result = compile(reads.contract, {
    rules: index.rules,
    routes: index.routes,
    part(id) {
      const answer = index.part(id)
      if (!parts.has(id)) parts.set(id, answer)
      return answer
    },
    partIds() {
      const ids = [...index.partIds()]
      partIds = joined(ids)
      return ids
    },
  })
  const compiled = { source, noted: reads.noted, routes: index.routes, parts, partIds, result }
  cache.set(source.file, [compiled, ...known].slice(0, KEPT))
  return result
}

/** Files with syntax errors are not compiled: an incomplete document would give misleading findings. */
const isParsed = (source: Source): boolean =>
  source.root !== undefined && source.problems.every((problem) => problem.duplicate !== undefined)

function syntax(source: Source, rules: RuleSet): readonly Finding[] {
  const reporter = new Reporter(source, rules)
  if (source.refused !== undefined) reporter.emit({ event: 'refusedFile', limit: source.refused }, { start: 0, end: 1 })
  if (hasByteOrderMark(source.text)) reporter.emit({ event: 'byteOrderMark' }, { start: 0, end: 1 })
  const unreadable = source.text.indexOf('\uFFFD')
  if (unreadable >= 0) reporter.emit({ event: 'notUtf8' }, { start: unreadable, end: unreadable + 1 })
  for (const problem of source.problems)
    reporter.emit(
      problem.duplicate === undefined
        ? { event: 'syntaxError', problem, text: source.text }
        : { event: 'duplicateMember', name: problem.duplicate },
      problem,
    )
  return reporter.diagnostics
}
