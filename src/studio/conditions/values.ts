import {
  factsAt,
  namesInScope,
  queriesHandledIn,
  resolve,
  type Typed,
} from '../../../codegen/compiler/service/index.ts'
import type { Json } from '../../engine/language/expressions/program.ts'
import { isJsonObject } from '../../engine/language/values/json.ts'
import { getNodeValue } from 'jsonc-parser'
import { parse, type Place } from '../model/document.ts'
import { wordsOf } from '../model/titles.ts'
import type { PropertySchema } from '../model/vocabulary.ts'
import { modes } from '../product.ts'

/** How a value is compared. */
export type ValueKind = 'flag' | 'choice' | 'decimal' | 'whole' | 'number' | 'moment' | 'text' | 'list' | 'other'

/** A value that a condition at a path can read. */
export interface ScopeValue {
  /** As expressions write it: "forms.send.amount". */
  path: string
  /** Description of the value, as text. */
  sentence: string
  /** Origin of the value, as text. */
  group: string
  kind: ValueKind
  /** The values of a choice with their words. */
  choices?: readonly { value: string; label: string }[]
  /** The paths that may be null here, outermost first: those around the value, and the value itself. */
  nullable: readonly string[]
  schema: PropertySchema
  /** The path of a member of the same object; undefined for one that it does not have. */
  sibling: (name: string) => string | undefined
}

type Files = Readonly<Record<string, string>>
type Texts = Readonly<Record<string, string>>

const DEPTH = 4
/** More values of one source would hide the others. */
const LIMIT = 120

const ROOTS: Readonly<Record<string, string>> = {
  state: 'States of this screen',
  params: 'Parameters of this screen',
  session: 'The user',
  preferences: 'Preferences of the user',
  device: 'The device',
  config: 'Settings of the operator',
  queries: 'State of the data',
}
/** The groups that authors need most come first; the names of the screen's own data come in between. */
const ORDER = ['forms', 'state', '', 'params', 'session', 'preferences', 'device', 'queries', 'config']

/**
 * The values that an expression at a path can read, by their origin. `firstItems`: with the members of the first item
 * of each list, which is there only if the list has an item.
 */
export function valuesInScope(
  text: string,
  place: Place,
  files: Files,
  english: Texts,
  { firstItems = false } = {},
): ScopeValue[] {
  const names = namesInScope(text, place, files, modes)
  const known = factsAt(text, place)
  const found = new Map<string, ScopeValue[]>()
  for (const [name, typed] of names) {
    const list: ScopeValue[] = []
    if (name === 'forms') for (const form of Object.keys(typed.schema.properties ?? {})) collectForm(form, typed, list)
    else collect(name, typed, { list, group: ROOTS[name] ?? `Data: ${name}`, holders: [], isNullable: false })
    found.set(name, list.slice(0, LIMIT))
  }
  const rank = (name: string): number => ORDER.indexOf(ORDER.includes(name) ? name : '')
  return [...found].toSorted(([a], [b]) => rank(a) - rank(b)).flatMap(([, list]) => list)

  function collectForm(form: string, forms: Typed, list: ScopeValue[]): void {
    const target = resolve({ schema: forms.schema.properties?.[form] ?? {}, file: forms.file }, files)
    for (const [name, schema] of Object.entries(target.schema.properties ?? {})) {
      const field = resolve({ schema, file: target.file }, files)
      // A field is empty until the user has filled it in.
      collect(`forms.${form}.${name}`, field, {
        list,
        group: `Form ${form}`,
        holders: [],
        isNullable: true,
        title: schema.title,
      })
    }
  }

  function collect(path: string, given: Typed, context: Context): void {
    const { list, group, holders, isNullable, title } = context
    const typed = resolve(given, files)
    const { schema } = typed
    const mayBeNull = isNullable || [schema.type].flat().includes('null') || isUnawaited(path)
    const nullable = mayBeNull && !known.has(path) ? [...holders, path] : holders
    const isObject = schema.properties !== undefined
    const isGroup = path === 'state' || path === 'params' || Object.hasOwn(ROOTS, path)
    if (!isGroup && context.isItem !== true && (!isObject || nullable.at(-1) === path))
      list.push({
        path,
        sentence: sentenceOf(path, { ...schema, ...(title !== undefined && { title }) }, given.schema),
        group,
        nullable,
        schema,
        sibling: (name) => (context.members?.has(name) ? path.replace(/[^.]*$/, name) : undefined),
        ...kindOf(schema),
      })
    const item = firstItems && schema.items ? resolve({ schema: schema.items, file: typed.file }, files) : undefined
    if (item?.schema.properties)
      collect(`${path}[0]`, item, { list, group, holders: nullable, isNullable: true, isItem: true })
    if (!isObject || path.split('.').length > DEPTH) return
    const required =
      schema.required ??
      (path === 'state' || path === 'params' || path === 'queries' ? Object.keys(schema.properties ?? {}) : [])
    for (const [name, property] of Object.entries(schema.properties ?? {}))
      collect(
        `${path}.${name}`,
        { schema: property, file: typed.file },
        {
          list,
          group,
          holders: nullable,
          isNullable: !required.includes(name),
          members: new Set(Object.keys(schema.properties ?? {})),
        },
      )
  }

  function isUnawaited(path: string): boolean {
    const queries = queriesOf(text)
    return names.has(path) && queries.names.has(path) && queries.handled.has(path)
  }

  function sentenceOf(path: string, schema: PropertySchema, own: PropertySchema): string {
    const words = schema.title === undefined ? undefined : (english[schema.title] ?? schema.title)
    return words ?? own.description ?? schema.description ?? wordsOf(path.split('.').at(-1) ?? path)
  }

  function kindOf(schema: PropertySchema): Pick<ScopeValue, 'kind' | 'choices'> {
    const words = schema.enum?.filter((value): value is string => typeof value === 'string')
    if (words && words.length > 0 && words.length === schema.enum?.filter((value) => value !== null).length)
      return { kind: 'choice', choices: words.map((value) => ({ value, label: wordsOf(value) })) }
    const [type] = [schema.type].flat().filter((item) => item !== 'null')
    if (type === 'boolean') return { kind: 'flag' }
    if (type === 'integer') return { kind: schema.format === 'unix-seconds' ? 'moment' : 'whole' }
    if (type === 'number') return { kind: 'number' }
    if (type === 'array') return { kind: 'list' }
    if (type === 'string') return { kind: schema.format === 'decimal' ? 'decimal' : 'text' }
    return { kind: 'other' }
  }
}

interface Context {
  list: ScopeValue[]
  group: string
  holders: readonly string[]
  isNullable: boolean
  title?: string | undefined
  /** The members of the object around the value. */
  members?: ReadonlySet<string>
  /** The value is the first item of a list. */
  isItem?: boolean
}

interface DocumentQueries {
  names: ReadonlySet<string>
  /** Nodes wait for them or show their errors; the whole screen waits for the others. */
  handled: ReadonlySet<string>
}

const queriesCache = new Map<string, DocumentQueries>()

function queriesOf(text: string): DocumentQueries {
  const cached = queriesCache.get(text)
  if (cached) return cached
  queriesCache.clear()
  const root = parse(text)
  const value = root && (getNodeValue(root) as Json)
  const queries = isJsonObject(value) ? value.queries : undefined
  const found = {
    names: new Set(isJsonObject(queries) ? Object.keys(queries) : []),
    handled: new Set(queriesHandledIn(value)),
  }
  queriesCache.set(text, found)
  return found
}
