import type { Compiler } from '../../../../codegen/compiler/project.ts'
import type { Checked } from '../../../../codegen/compiler/project.ts'
import type { Files } from '../../../../codegen/compiler/source/source.ts'
import type { Json } from '../../../../src/engine/language/expressions/program.ts'
import type { Random } from '../random.ts'

export type Path = readonly (string | number)[]
export type Obj = { [name: string]: Json }

/** One fault in one file of the project. `text` null: the file is deleted. */
export interface Mutant {
  file: string
  /** The path in the file, and the change. */
  what: string
  text(): string | null
}

/** A kind of fault, and every possible position of it in the project. */
export interface Kind {
  name: string
  sites(project: Project, random: Random): Iterable<Mutant>
  /** Why a mutant of this kind can be a valid program with another meaning. Absent: none may pass. */
  mayPass?: string
}

/** The files of a valid project, parsed, and the compiler's data about them. */
export interface Project {
  files: Files
  documents: ReadonlyMap<string, Obj>
  checked: Checked
  /** Requested mutants of each kind. */
  perKind: number
}

/** Compiles the files of a valid project and parses its JSON documents, except JSON Schemas in `schemas/`. */
export function readProject(files: Files, perKind: number, compiler: Compiler): Project {
  const checked = compiler.check(files)
  const documents = new Map<string, Obj>()
  for (const [file, text] of files)
    if (file.endsWith('.json') && !/^schemas\/\w+\.schema\.json$/.test(file))
      documents.set(file, JSON.parse(text) as Obj)
  return { files, documents, checked, perKind }
}

/** Returns whether a value is an object; false for null and lists. */
export const isObject = (value: unknown): value is Obj =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
/** Returns the texts of a list; none for any other value. */
export const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []

/** A mutant that changes a copy of one document. */
export function edit(project: Project, file: string, what: string, change: (copy: Obj) => void): Mutant {
  return {
    file,
    what,
    text() {
      const copy = structuredClone(project.documents.get(file) ?? {})
      change(copy)
      return JSON.stringify(copy, null, 2)
    },
  }
}

/** Returns the value at a path; undefined if there is none. */
export function at(root: Json, path: Path): Json | undefined {
  let value: Json | undefined = root
  for (const step of path)
    value = value !== null && typeof value === 'object' ? (value as Record<string | number, Json>)[step] : undefined
  return value
}

/** Sets the value at a path. The object or list that contains it must exist. */
export function put(root: Obj, path: Path, value: Json): void {
  const holder = at(root, path.slice(0, -1)) as Record<string | number, Json>
  holder[path.at(-1) ?? ''] = value
}

/** Deletes a member or an item. */
export function drop(root: Obj, path: Path): void {
  const holder = at(root, path.slice(0, -1))
  const last = path.at(-1) ?? ''
  if (Array.isArray(holder)) holder.splice(Number(last), 1)
  else if (isObject(holder)) delete holder[last]
}

/** Renames a member and keeps its position. */
export function rename(root: Obj, path: Path, name: string): void {
  const holder = at(root, path.slice(0, -1)) as Obj
  const entries = Object.entries(holder).map(([key, value]) => [key === path.at(-1) ? name : key, value] as const)
  for (const key of Object.keys(holder)) delete holder[key]
  for (const [key, value] of entries) holder[key] = value
}

/** Every object and list of a document with its path, outermost first. */
export function* walk(value: Json, path: Path = []): Generator<{ value: Json; path: Path }> {
  yield { value, path }
  if (Array.isArray(value)) for (const [index, item] of value.entries()) yield* walk(item, [...path, index])
  else if (isObject(value)) for (const [name, member] of Object.entries(value)) yield* walk(member, [...path, name])
}

/** Screens and parts. */
export function* programs(project: Project): Generator<{ file: string; root: Obj }> {
  for (const [file, root] of project.documents)
    if (file.startsWith('screens/') && file !== 'screens/shell.json') yield { file, root }
}

export interface NodeSite {
  file: string
  root: Obj
  path: Path
  node: Obj
}

const LANGUAGE = ['toolbar', 'body', 'children', 'slots', 'on', 'queries', 'onShow', 'fallback']

function* objectsWith(project: Project, member: string): Generator<NodeSite> {
  for (const { file, root } of programs(project)) {
    for (const { value, path } of walk(root)) {
      if (isObject(value) && typeof value[member] === 'string' && LANGUAGE.includes(String(path[0])))
        yield { file, root, path, node: value }
    }
  }
}
/** Returns the nodes that name a widget, in all screens and parts. */
export const widgets = (project: Project): Generator<NodeSite> => objectsWith(project, 'widget')
/** Returns the nodes that use a part. */
export const uses = (project: Project): Generator<NodeSite> => objectsWith(project, 'part')
/** Returns the steps. */
export const steps = (project: Project): Generator<NodeSite> => objectsWith(project, 'action')

/** Every expression of the screens and parts: its text without the mark, and its offset in its value. */
export function* expressions(
  project: Project,
): Generator<{ file: string; path: Path; text: string; set(text: string): (copy: Obj) => void }> {
  for (const { file, root } of programs(project)) {
    for (const { value, path } of walk(root)) {
      if (typeof value !== 'string' || !value.startsWith('=') || value.startsWith('==')) continue
      yield { file, path, text: value.slice(1), set: (text) => (copy) => put(copy, path, `=${text}`) }
    }
  }
}

/** Misspells a word: the result is never the word itself. */
export function typo(word: string, random: Random): string {
  for (let tries = 0; tries < 20 && word.length > 1; tries++) {
    const spot = random.int(word.length - 1)
    const [a, b] = [word[spot] ?? '', word[spot + 1] ?? '']
    const misspelt = random.pick([
      word.slice(0, spot) + b + a + word.slice(spot + 2),
      word.slice(0, spot + 1) + word.slice(spot + 2),
      word.slice(0, spot + 1) + a + word.slice(spot + 1),
    ])
    if (misspelt !== word && /^[\p{L}_$/]/u.test(misspelt)) return misspelt
  }
  return `${word}x`
}

/** Formats a path for the description of a mutant. */
export const show = (path: Path): string => path.join('/')
