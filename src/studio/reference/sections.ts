import { typeOf } from '../../../codegen/compiler/service/index.ts'
import { capital, titleOf, wordsOf } from '../model/titles.ts'
import { actionsOf, widgetsOf, type ActionInfo, type PropertySchema, type WidgetInfo } from '../model/vocabulary.ts'
import { signatures } from '../product.ts'

/** `title`: what the inspector calls it. */
export type Row = readonly [name: string, type: string, description: string, title?: string]

export interface Item {
  name: string
  /** Title in the editor. */
  title?: string
  description: string
  facts?: string
  /** Other words for it. */
  keywords?: readonly string[]
  /** Instructions, in their order. */
  steps?: readonly string[]
  tables?: readonly { title: string; rows: readonly Row[] }[]
}

export interface Section {
  title: string
  items: readonly Item[]
}

interface CallFile {
  description?: string
  method?: string
  auth?: boolean
  effect?: string
  payload?: PropertySchema
  data?: PropertySchema
  errors?: string[]
}

type Files = Readonly<Record<string, string>>

/** The reference of a catalogue, from its schemas. */
export function sectionsOf(files: Files): Section[] {
  return [
    { title: 'Widgets', items: [...widgetsOf(files).values()].map(widgetItem) },
    { title: 'Actions', items: [...actionsOf(files).values()].map(actionItem) },
    { title: 'Calls', items: callItems(files) },
    { title: 'Functions', items: functionItems() },
    { title: 'Form fields', items: formFieldItems(files) },
    { title: 'Icons', items: iconItems(files) },
    { title: 'Tokens', items: tokenItems(files) },
  ]
}

const rowsOf = ({ properties = {}, required = [] }: PropertySchema): Row[] =>
  Object.entries(properties).map(([name, schema]) => [
    required.includes(name) ? `${name} *` : name,
    typeOf(schema).replaceAll(' | ', ' or '),
    withDefault(schema),
    titleOf(name, schema),
  ])

function withDefault({ description = '', default: value }: PropertySchema): string {
  if (value === undefined) return description
  return [description.replace(/[.]$/, ''), `Default: ${JSON.stringify(value)}`].filter((part) => part !== '').join('. ')
}

const named = (entries: Readonly<Record<string, { description?: string; required?: boolean }>>): Row[] =>
  Object.entries(entries).map(([name, { description = '', required }]) => [
    required ? `${name} *` : name,
    '',
    description,
  ])

const widgetItem = ({ name, description, keywords, props, slots, events }: WidgetInfo): Item => ({
  name,
  title: capital(wordsOf(name)),
  description,
  keywords,
  tables: [
    { title: 'Props', rows: rowsOf(props) },
    { title: 'Slots', rows: named(slots) },
    { title: 'Events', rows: named(events) },
  ],
})

const actionItem = ({ name, title, description, args, branches }: ActionInfo): Item => ({
  name,
  title,
  description,
  tables: [
    { title: 'Arguments', rows: rowsOf(args) },
    { title: 'Branches', rows: named(branches) },
  ],
})

function callItems(files: Files): Item[] {
  return Object.entries(files).flatMap(([path, text]): Item[] => {
    const id = /^schemas\/api\/(.+)\.json$/.exec(path)?.[1]
    if (id === undefined) return []
    const call = JSON.parse(text) as CallFile
    return [
      {
        name: id,
        description: call.description ?? '',
        facts: [call.method, call.auth ? 'with a session' : 'open', call.effect]
          .filter((item) => item !== undefined)
          .join(', '),
        tables: [
          { title: 'Payload', rows: rowsOf(call.payload ?? {}) },
          { title: 'Answer', rows: rowsOf(resolved(call.data ?? {}, path, files)) },
          { title: 'Refusals', rows: (call.errors ?? []).map((code): Row => [code, '', '']) },
        ],
      },
    ]
  })
}

/** The schema that a reference of a file names. */
function resolved(schema: PropertySchema, from: string, files: Files): PropertySchema {
  if (schema.$ref === undefined || schema.$ref.startsWith('#')) return schema
  const path = new URL(schema.$ref, `file:///${from}`).pathname.slice(1)
  const text = files[path]
  return text === undefined ? schema : (JSON.parse(text) as PropertySchema)
}

const functionItems = (): Item[] =>
  Object.entries(signatures)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, { params, result, doc }]) => ({
      name: `${name}(${params.join(', ')})`,
      description: doc,
      facts: `gives ${result}`,
    }))

const formFieldItems = (files: Files): Item[] =>
  Object.keys(files).flatMap((path): Item[] => {
    const name = /^src\/engine\/widgets\/Form\/widgets\/([\w-]+?)(?:\.lazy)?\.tsx$/.exec(path)?.[1]
    return name === undefined ? [] : [{ name, description: 'Value of "ui:widget" in the uiSchema of a form.' }]
  })

function iconItems(files: Files): Item[] {
  const names = new Set<string>()
  for (const [path, text] of Object.entries(files)) {
    if (!path.endsWith('icons.json')) continue
    for (const word of namesIn(JSON.parse(text) as unknown)) names.add(word)
  }
  return [...names].toSorted().map((name) => ({ name, description: '' }))
}

function namesIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(namesIn)
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, item]) => (typeof item === 'string' ? [key] : namesIn(item)))
  return []
}

function tokenItems(files: Files): Item[] {
  const tokens = JSON.parse(files['schemas/tokens.json'] ?? '{}') as Record<string, unknown>
  return Object.entries(tokens).flatMap(([group, values]) =>
    typeof values === 'object' && values !== null
      ? Object.entries(values).map(([name, value]) => ({
          name: `${group}.${name}`,
          description: typeof value === 'object' ? JSON.stringify(value) : String(value),
        }))
      : [],
  )
}
