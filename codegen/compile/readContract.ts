import type { FormDef, FormField, Json } from '../../src/core/program.ts'
import { GATES } from '../../src/core/gates.ts'
import { member, members, itemsOf, rangeOf, toJson } from './source.ts'
import type { JsonNode, Source } from './source.ts'
import type { ActionDef, Branch, Call, Contract, Form, Slot, Widget } from './contract.ts'
import { Reporter } from './diagnostics.ts'
import type { Diagnostic } from './diagnostics.ts'
import { checkSchema } from './dialect.ts'
import { SchemaBook, toShape } from './schema.ts'
import type { Schema } from './schema.ts'
import { readTexts } from './texts.ts'
import { objectOf, typeOf } from './types.ts'
import type { Type } from './types.ts'
import { checkFormRules } from './formRules.ts'
import contractShape from '../check/rules/contract-shape.ts'
import schemaDialect from '../check/rules/schema-dialect.ts'

export const CONTRACT_FILES = /^(schemas\/(?!screen\.schema\.json|tokens\.json).*\.json|src\/(widgets|actions)\/[^/]+\/[^/]+\.schema\.json|src\/widgets\/Icon\/icons\.ts|locales\/[^/]+\.json)$/

const METHODS = new Set(['GET', 'POST'])
const EFFECTS = new Set(['read', 'write', 'session', 'money'])

export interface ReadContract {
  contract: Contract
  diagnostics: Diagnostic[]
}

/** Builds the contract from its parsed files. Files that are not what they should be are reported and left out. */
export function readContract(sources: ReadonlyMap<string, Source>, icons: string): ReadContract {
  const reporters = new Map([...sources].map(([file, source]) => [file, new Reporter(source)]))
  const raws = new Map([...sources].map(([file, source]) => [file, source.root ? toJson(source.root) : null]))
  const book = new SchemaBook(
    (file) => raws.get(file),
    (reference, from) => {
      const source = sources.get(from)
      const at = source?.text.indexOf(`"${reference}"`) ?? 0
      reporters.get(from)?.report(schemaDialect, { at: { start: Math.max(0, at), end: Math.max(0, at) + reference.length + 2 }, message: `"${reference}" leads nowhere.` })
    },
  )
  const read = new Reader(sources, reporters, raws, book)
  const whole = [...sources.keys()].filter((file) => /^schemas\/(entities\/.*|operator\w*)\.json$/.test(file))
  for (const file of whole) read.schemaFile(file)
  for (const file of whole) book.file(file)
  const calls = read.calls()
  const widgets = read.widgets()
  const actions = read.actions()
  const words = new Map(Object.entries(record(raws.get('locales/en.json'))).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
  const texts = readTexts(words)
  const named = new Map<string, Type>()
  const byName = (name: string): Type | undefined => {
    const file = `${name.charAt(0).toLowerCase()}${name.slice(1)}.json`
    if (!named.has(name)) {
      const schema = book.file(`schemas/entities/${file}`) ?? book.file(`schemas/live/${file}`)
      if (schema) named.set(name, typeOf(schema))
    }
    return named.get(name)
  }
  const languages = [...sources.keys()].flatMap((file) => /^locales\/([^/]+)\.json$/.exec(file)?.[1] ?? []).toSorted()
  const operator = book.file('schemas/operator.json')
  const contract: Contract = {
    calls, widgets, actions, forms: new Map(), icons: new Set(iconNames(icons)), gates: new Set(Object.keys(GATES)),
    languages, texts,
    user: byName('User') ?? objectOf({}), config: operator ? typeOf(operator) : objectOf({}),
    named: byName, resolve: (schema, file) => book.resolve(schema, file),
  }
  const withForms: Contract = { ...contract, forms: read.forms(contract) }
  return { contract: withForms, diagnostics: [...reporters.values()].flatMap((reporter) => reporter.diagnostics) }
}

/** Keys of the object literal in src/widgets/Icon/icons.ts. */
export function iconNames(text: string): string[] {
  const from = text.search(/\bicons\b[^=]*=\s*\{/)
  return from < 0 ? [] : [...text.slice(from).matchAll(/^\s+(?:'([\w-]+)'|([A-Za-z]\w*))\s*[:,]/gm)].map((match) => match[1] ?? match[2] ?? '')
}

class Reader {
  constructor(
    private readonly sources: ReadonlyMap<string, Source>,
    private readonly reporters: ReadonlyMap<string, Reporter>,
    private readonly raws: ReadonlyMap<string, Json>,
    private readonly book: SchemaBook,
  ) {}

  private refuse(file: string, node: JsonNode | undefined, message: string): void {
    this.reporters.get(file)?.report(contractShape, { at: node ? rangeOf(node) : { start: 0, end: 1 }, message })
  }

  private *files(pattern: RegExp): Generator<{ file: string; name: string; root: JsonNode; raw: Record<string, Json> }> {
    for (const [file, source] of this.sources) {
      const name = pattern.exec(file)?.[1]
      if (name === undefined || !source.root) continue
      if (source.root.type !== 'object') this.refuse(file, source.root, 'This file holds an object.')
      else yield { file, name, root: source.root, raw: this.raws.get(file) as Record<string, Json> }
    }
  }

  /** Checks a schema in a file and resolves its references. */
  private schema(file: string, node: JsonNode | undefined, raw: Json | undefined, path: string): Schema {
    const reporter = this.reporters.get(file)
    if (reporter && !checkSchema(node, reporter, path)) return {}
    return raw !== null && typeof raw === 'object' && !Array.isArray(raw) ? this.book.resolve(raw, file) : {}
  }

  schemaFile(file: string): void {
    const reporter = this.reporters.get(file)
    if (reporter && !checkSchema(this.sources.get(file)?.root, reporter, '')) this.book.spoil(file)

  }

  calls(): Map<string, Call> {
    const calls = new Map<string, Call>()
    for (const { file, name, root, raw } of this.files(/^schemas\/api\/(.+)\.json$/)) {
      if (raw.call !== name) this.refuse(file, member(root, 'call') ?? root, `This file is the call "${name}", and "call" says so.`)
      if (!METHODS.has(String(raw.method))) this.refuse(file, member(root, 'method') ?? root, '"method" is GET or POST.')
      if (!EFFECTS.has(String(raw.effect))) this.refuse(file, member(root, 'effect') ?? root, '"effect" is read, write, session or money.')
      if (typeof raw.auth !== 'boolean') this.refuse(file, member(root, 'auth') ?? root, '"auth" is true or false.')
      const paging = pagingOf(raw.paging)
      calls.set(name, {
        id: name, file, method: raw.method === 'POST' ? 'POST' : 'GET', auth: raw.auth === true, effect: (EFFECTS.has(String(raw.effect)) ? raw.effect : 'read') as Call['effect'],
        payload: this.schema(file, member(root, 'payload'), raw.payload, 'payload'), data: this.schema(file, member(root, 'data'), raw.data, 'data'),
        ...(paging ? { paging } : {}), needs: strings(raw.needs), description: String(raw.description ?? ''),
      })
    }
    return calls
  }

  widgets(): Map<string, Widget> {
    const widgets = new Map<string, Widget>()
    for (const { file, name, root, raw } of this.files(/^src\/widgets\/([^/]+)\/\1\.schema\.json$/)) {
      const events: Record<string, { description?: string; detail?: Schema }> = {}
      for (const event of members(member(root, 'events'))) {
        const held = record(toJson(event.value)) as { description?: string; detail?: Json }
        const detail = held.detail === undefined ? undefined : this.schema(file, member(event.value, 'detail'), held.detail, `events/${event.name}/detail`)
        events[event.name] = { ...(held.description === undefined ? {} : { description: held.description }), ...(detail ? { detail } : {}) }
      }
      widgets.set(name, {
        name, version: Number(raw.version ?? 1), description: String(raw.description ?? ''), props: this.schema(file, member(root, 'props'), raw.props, 'props'),
        slots: slots(raw.slots), events, texts: strings(raw.texts),
      })
    }
    return widgets
  }

  actions(): Map<string, ActionDef> {
    const actions = new Map<string, ActionDef>()
    for (const { file, name, root, raw } of this.files(/^src\/actions\/([^/]+)\/\1\.schema\.json$/)) {
      const branches: Record<string, Branch> = {}
      for (const branch of members(member(root, 'branches'))) {
        const held = record(toJson(branch.value))
        const type = held.type === undefined || held.type === 'x-call-data' ? held.type : this.schema(file, member(branch.value, 'type'), held.type, `branches/${branch.name}/type`)
        branches[branch.name] = { ...(held as Branch), ...(type === undefined ? {} : { type: type }) }
      }
      actions.set(name, {
        name, version: Number(raw.version ?? 1), description: String(raw.description ?? ''), args: this.schema(file, member(root, 'args'), raw.args, 'args'), branches,
        slots: slots(raw.slots), texts: strings(raw.texts), ...(typeof raw['x-sends'] === 'string' ? { sends: raw['x-sends'] } : {}),
        confirms: raw['x-confirms'] === true, leaves: raw['x-leaves'] === true, beginsSession: raw['x-session'] === 'begins',
      })
    }
    return actions
  }

  forms(contract: Contract): Map<string, Form> {
    const forms = new Map<string, Form>()
    for (const { file, name, root, raw } of this.files(/^schemas\/forms\/(.+)\.json$/)) {
      if (raw.id !== name) this.refuse(file, member(root, 'id') ?? root, `This file is the form "${name}", and "id" says so.`)
      const fields: FormField[] = []
      const properties: Record<string, Schema> = {}
      const texts: string[] = []
      itemsOf(member(root, 'fields')).forEach((node, index) => {
        const held = record(toJson(node))
        const schema = this.schema(file, member(node, 'schema'), held.schema, `fields/${index}/schema`)
        const { hint, placeholder, options } = held
        fields.push({
          name: String(held.name), kind: String(held.kind), label: String(held.label), required: held.required === true, shape: toShape(schema),
          ...(typeof hint === 'string' ? { hint } : {}), ...(typeof placeholder === 'string' ? { placeholder } : {}), ...(options ? { options: options as Record<string, Json> } : {}),
        })
        properties[String(held.name)] = held.kind === 'image' || held.kind === 'file' ? { ...schema, format: 'file' } : schema
        for (const text of [held.label, hint, placeholder, ...optionLabels(options)]) if (typeof text === 'string') texts.push(text)
      })
      const schema: Schema = { type: 'object', properties, required: fields.filter((field) => field.required).map((field) => field.name), additionalProperties: false }
      const def: FormDef = { fields, rules: [] }
      const reporter = this.reporters.get(file)
      const source = this.sources.get(file)
      if (reporter && source) def.rules = checkFormRules(source, contract, properties, reporter, texts)
      const draft = objectOf(Object.fromEntries(Object.entries(properties).map(([field, held]) => [field, typeOf(held)])))
      forms.set(name, { id: name, def, schema, values: typeOf(schema), draft, texts })
    }
    return forms
  }
}

const record = (value: Json | undefined): Record<string, Json> => (value !== null && typeof value === 'object' && !Array.isArray(value) ? value : {})
const strings = (value: Json | undefined): string[] => (Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [])
const slots = (value: Json | undefined): Record<string, Slot> => Object.fromEntries(Object.entries(record(value)).map(([name, held]) => [name, record(held) as Slot]))

function pagingOf(value: Json | undefined): Call['paging'] {
  const { page, items, next } = record(value)
  return typeof page === 'string' && typeof items === 'string' && typeof next === 'string' ? { page, items, next } : undefined
}

function optionLabels(options: Json | undefined): Json[] {
  if (options === null || typeof options !== 'object' || Array.isArray(options)) return []
  const choices = [options.choices, options.options, options.items].find(Array.isArray) ?? []
  return choices.flatMap((choice) => (choice !== null && typeof choice === 'object' && !Array.isArray(choice) && choice.label !== undefined ? [choice.label] : []))
}

