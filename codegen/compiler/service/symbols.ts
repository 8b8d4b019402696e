import { applyEdits, modify } from 'jsonc-parser'
import { EDITABLE } from '../../../src/engine/language/editable.ts'
import { fixtureFile } from '../../fixtures/fixture.ts'
import { memo } from '../source/memo.ts'
import type { Mention, SymbolRef } from '../source/names/mention.ts'
import type { Checked, Compiler } from '../project.ts'
import { screenIdOf } from '../source/folders.ts'
import { partFile } from '../parts/expandPart.ts'
import { member, members, rangeOf, visitJson } from '../source/source.ts'
import type { Files, JsonNode, Range, Source } from '../source/source.ts'
import { baseKey } from '../locales/texts.ts'
import { formFile } from '../source/folders.ts'

/** A position at which a symbol is named. */
export interface Use extends Range {
  file: string
  declares?: true
  /** The range has the beginning of the name: the rest is a value. */
  composed?: true
}

/** A use of a symbol with its line. */
export interface ShownUse extends Use {
  line: number
  text: string
}

/** The renaming of a symbol as changes of files (null: the file is gone), or why it is not possible. */
export type Renaming = { changes: Record<string, string | null> } | { refusal: string }

const LOCALE = /^locales\/(?!operator)[^/]+\.json$/
/** Kinds that can be renamed: the other names are those of the contract, or addresses. */
const RENAMED = new Set<SymbolRef['kind']>(['text', 'part', 'state', 'query', 'param'])

const NAME = /^[A-Za-z_]\w*$/
/** Names with parts. */
const NAMES: Partial<Record<SymbolRef['kind'], RegExp>> = {
  part: /^[A-Za-z][\w-]*(\/[A-Za-z][\w-]*)*$/,
  text: /^[A-Za-z]\w*(\.\w+)+$/,
}

/** The members of a fixture whose keys are names of its screen. A reply can also have the name of a call, which is no query. */
const GROUPS_OF_FIXTURE = [
  ['state', 'state'],
  ['params', 'param'],
  ['replies', 'query'],
] as const

/** Symbols of a checked project and their uses, from the compiler's own resolution of names. */
export class SymbolIndex {
  readonly #byFile = new Map<string, Mention[]>()
  readonly #bySymbol = new Map<string, Use[]>()
  readonly #fileOfRoute: ReadonlyMap<string, string>

  constructor(
    private readonly compiler: Pick<Compiler, 'source'>,
    private readonly checked: Checked,
    private readonly files: Files,
  ) {
    const { screens, parts } = checked
    this.#fileOfRoute = new Map(screens.map(({ route, file }) => [route, file]))
    for (const { file, used } of screens) {
      this.#add(file, used.mentions)
      const fixtures = fixtureFile(screenIdOf(file))
      this.#add(fixtures, this.#namesInFixtures(fixtures, file))
    }
    for (const { id, used } of parts.values()) this.#add(partFile(id), used.mentions)
  }

  #add(file: string, mentions: readonly Mention[]): void {
    const text = this.files.get(file) ?? ''
    const seen = new Set<string>()
    const own = this.#byFile.get(file) ?? []
    for (const item of mentions) {
      const { start, end } = item
      const mention = this.#resolve(item)
      const id = `${keyOf(mention)} ${start}`
      // A name that is written with escapes has no separate range.
      if (seen.has(id) || (text.slice(start, end) !== item.name && !item.composed)) continue
      seen.add(id)
      own.push({ ...item, ...mention })
      const uses = this.#bySymbol.get(keyOf(mention)) ?? []
      uses.push({ file, start, end, ...pick(item) })
      this.#bySymbol.set(keyOf(mention), uses)
    }
    this.#byFile.set(file, own)
  }

  /** The states, parameters and queries that the fixtures of a screen give. */
  #namesInFixtures(file: string, owner: string): Mention[] {
    return members(this.compiler.source(file)?.root).flatMap(({ value: fixture }) =>
      GROUPS_OF_FIXTURE.flatMap(([group, kind]) =>
        members(member(fixture, group)).map(({ name, key }) => ({ kind, name, owner, ...inQuotes(key) })),
      ),
    )
  }

  /** A parameter in an address belongs to the screen there. */
  #resolve({ kind, name, owner }: SymbolRef): SymbolRef {
    return owner === undefined ? { kind, name } : { kind, name, owner: this.#fileOfRoute.get(owner) ?? owner }
  }

  /** The symbol at a position of a file. */
  at(file: string, offset: number): (SymbolRef & Range) | undefined {
    // The quotes belong to the name for who points at it.
    const covers = ({ start, end }: Range): boolean => start - 1 <= offset && offset <= end + 1
    const found = (this.#byFile.get(file) ?? [])
      .filter((mention) => !mention.composed && covers(mention))
      .toSorted((a, b) => distance(a, offset) - distance(b, offset) || a.end - a.start - (b.end - b.start))
    if (found[0]) return found[0]
    if (LOCALE.test(file))
      for (const { name, key } of members(this.compiler.source(file)?.root))
        if (covers(rangeOf(key))) return { kind: 'text', name: baseKey(name), ...inQuotes(key) }
    for (const [id, { texts }] of this.checked.contract.forms) {
      if (file !== formFile(id)) continue
      const node = this.#strings(file, new Set(texts)).find((literal) => covers(rangeOf(literal)))
      if (node) return { kind: 'text', name: String(node.value), ...inQuotes(node) }
    }
    return undefined
  }

  /** Strings of a file that name one of some texts. */
  #strings(file: string, texts: ReadonlySet<string>): JsonNode[] {
    const found: JsonNode[] = []
    const root = this.compiler.source(file)?.root
    if (root)
      visitJson(root, (node) => {
        const isKey = node.parent?.type === 'property' && node.parent.children?.[0] === node
        if (node.type === 'string' && !isKey && texts.has(String(node.value))) found.push(node)
      })
    return found
  }

  /** All uses of a symbol, its declarations first. */
  uses(symbol: SymbolRef): Use[] {
    const uses = [...(this.#bySymbol.get(keyOf(symbol)) ?? [])]
    const { kind, name } = symbol
    if (kind === 'text') {
      for (const file of this.files.keys())
        if (LOCALE.test(file))
          for (const key of this.#keysOf(file, name)) uses.push({ file, ...inQuotes(key), declares: true })
      for (const file of this.#filesOfText(name))
        for (const node of this.#strings(file, new Set([name]))) uses.push({ file, ...inQuotes(node) })
      for (const [file, prefix] of CODES)
        for (const { name: code, key } of members(this.compiler.source(file)?.root))
          if (`${prefix}.${code}` === name) uses.push({ file, ...inQuotes(key) })
    }
    if (kind === 'call' && this.files.has(`schemas/api/${name}.json`))
      uses.push({ file: `schemas/api/${name}.json`, start: 0, end: 0, declares: true })
    if (kind === 'form' && this.files.has(formFile(name)))
      uses.push({ file: formFile(name), start: 0, end: 0, declares: true })
    const screen = kind === 'route' ? this.#fileOfRoute.get(name) : undefined
    if (screen !== undefined) uses.push({ file: screen, ...this.#routeIn(screen), declares: true })
    return uses.toSorted(
      (a, b) =>
        Number(b.declares ?? false) - Number(a.declares ?? false) ||
        Number(b.file === 'locales/en.json') - Number(a.file === 'locales/en.json') ||
        (a.file < b.file ? -1 : a.file > b.file ? 1 : a.start - b.start),
    )
  }

  /** The forms of a text in the texts of a language. */
  #keysOf(file: string, name: string): readonly JsonNode[] {
    const source = this.compiler.source(file)
    return (source && keysByName(source).get(name)) ?? []
  }

  #routeIn(file: string): Range {
    const node = member(this.compiler.source(file)?.root, 'route')
    return node ? inQuotes(node) : { start: 0, end: 0 }
  }

  /** Files other than screens and parts that show a text: forms, the shell, and the program itself. */
  #filesOfText(key: string): string[] {
    const { forms, widgets, actions } = this.checked.contract
    const showing = [...forms].filter(([, { texts }]) => texts.includes(key)).map(([id]) => formFile(id))
    const inCode = [...widgets, ...actions].filter(([, { texts }]) => texts.includes(key)).map(([name]) => name)
    const code = [...this.files.keys()].filter((file) =>
      inCode.some((name) => file.endsWith(`/${name}/${name}.schema.json`)),
    )
    return [...showing, ...code, 'screens/shell.json', 'src/app/shell.json']
  }
}

/** How far an offset is outside of a range. */
const distance = ({ start, end }: Range, offset: number): number => Math.max(start - offset, offset - end, 0)

const keysByName = memo(({ root }: Source): ReadonlyMap<string, readonly JsonNode[]> => {
  const keys = new Map<string, JsonNode[]>()
  for (const { name, key } of members(root)) keys.set(baseKey(name), [...(keys.get(baseKey(name)) ?? []), key])
  return keys
})

/** The texts of the replies of the server, by the file with their codes. */
const CODES = [
  ['schemas/errors.json', 'error'],
  ['schemas/successes.json', 'success'],
] as const

const pick = ({ declares, composed }: Pick<Use, 'declares' | 'composed'>): Pick<Use, 'declares' | 'composed'> => ({
  ...(declares && { declares }),
  ...(composed && { composed }),
})
const keyOf = ({ kind, name, owner = '' }: SymbolRef): string => `${kind} ${owner} ${name}`
const inQuotes = ({ offset, length }: JsonNode): Range => ({ start: offset + 1, end: offset + length - 1 })

/**
 * Renames a symbol in all files. The result is compiled: a name that is taken, captured or not allowed refuses the
 * renaming, as the compiler says it. `compiler` has checked `files`, and has checked them again afterwards.
 */
export function renameSymbol(compiler: Compiler, files: Files, symbol: SymbolRef, to: string): Renaming {
  const { kind, name } = symbol
  const checked = compiler.check(files)
  const index = new SymbolIndex(compiler, checked, files)
  const uses = index.uses(symbol)
  if (!RENAMED.has(kind)) return { refusal: `A ${kind} is renamed by those who write the program.` }
  if (!(NAMES[kind] ?? NAME).test(to)) return { refusal: `"${to}" is no name of a ${kind}.` }
  if (to === name) return { refusal: 'This is its name already.' }
  if (!uses.some(({ declares }) => declares)) return { refusal: `Nothing declares "${name}".` }
  const code = uses.find(({ file }) => !EDITABLE.test(file))
  if (code) return { refusal: `The program shows "${name}" by this name: ${code.file}.` }
  const composed = uses.find((use) => use.composed)
  if (composed)
    return { refusal: `${composed.file} puts "${name}" together from its beginning and a value: its name must stay.` }
  const target: SymbolRef = { ...symbol, name: to }
  if (index.uses(target).length > 0) return { refusal: `The name "${to}" is taken.` }

  const changes = new Map<string, string | null>()
  for (const file of new Set(uses.map((use) => use.file))) {
    const text = files.get(file)
    const source = compiler.source(file)
    if (text === undefined || !source) continue
    changes.set(
      file,
      LOCALE.test(file)
        ? renameKeys(text, source, name, to)
        : replaceAll(
            text,
            uses.filter((use) => use.file === file),
            to,
          ),
    )
  }
  if (kind === 'part') {
    const path = partFile(name)
    if (files.has(partFile(to))) return { refusal: `The name "${to}" is taken.` }
    changes.set(partFile(to), changes.get(path) ?? files.get(path) ?? '')
    changes.set(path, null)
  }
  const renamed = new Map(files)
  for (const [file, text] of changes) {
    if (text === null) renamed.delete(file)
    else renamed.set(file, text)
  }
  const refusal = refusalOf(compiler, renamed, target, { checked, uses: uses.length })
  compiler.check(files)
  return refusal === undefined ? { changes: Object.fromEntries(changes) } : { refusal }
}

/** Why the renamed project is not the same program. */
function refusalOf(
  compiler: Compiler,
  renamed: Files,
  target: SymbolRef,
  before: { checked: Checked; uses: number },
): string | undefined {
  const after = compiler.check(renamed)
  const known = new Set(before.checked.diagnostics.map(({ rule, file }) => `${rule} ${file}`))
  const more = after.diagnostics.find(({ rule, file }) => !known.has(`${rule} ${file}`))
  if (more) return more.suggestion === undefined ? more.message : `${more.message} ${more.suggestion}`
  const owner = target.kind === 'part' ? undefined : target.owner
  const found = new SymbolIndex(compiler, after, renamed).uses({ ...target, ...(owner !== undefined && { owner }) })
  return found.length === before.uses ? undefined : `Another "${target.name}" would be read in its place.`
}

function replaceAll(text: string, uses: readonly Range[], to: string): string {
  let result = text
  for (const { start, end } of uses.toSorted((a, b) => b.start - a.start))
    result = result.slice(0, start) + to + result.slice(end)
  return result
}

/**
 * The texts of a language with the forms of a text under another key, each at its position in the order of the keys.
 */
function renameKeys(text: string, { root }: Source, from: string, to: string): string {
  const formattingOptions = { insertSpaces: true, tabSize: 2, eol: '\n' }
  let result = text
  for (const { name, value } of members(root)) {
    if (baseKey(name) !== from) continue
    const key = to + name.slice(from.length)
    result = applyEdits(result, modify(result, [name], undefined, { formattingOptions }))
    const getInsertionIndex = (keys: string[]): number => {
      const index = keys.findIndex((other) => other > key)
      return index < 0 ? keys.length : index
    }
    result = applyEdits(result, modify(result, [key], value.value, { formattingOptions, getInsertionIndex }))
  }
  return result
}
