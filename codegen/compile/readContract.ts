import type { FormDef, Json, Shape } from '../../src/core/program.ts'
import { ACCESS_RULES } from '../../src/core/accessRules.ts'
import { member, members, rangeOf, toJson, toRange } from './source.ts'
import type { JsonNode, Range, Source } from './source.ts'
import type { ActionDef, Branch, Call, Contract, Form, Widget, WidgetEvent } from './contract.ts'
import { ICON_FILES } from './folders.ts'
import { Reporter } from './reporter.ts'
import type { Diagnostic, Report } from './diagnostics.ts'
import { checkAnnotations, checkFormSchema, checkSchema } from './checkSchema.ts'
import { draftSchema, isFormTooLarge, lowerFormSchema, valuesSchema } from './formSchema.ts'
import { isEndless } from './formCycles.ts'
import { checkUiSchema, lowerUiSchema, schemaTexts } from './uiSchema.ts'
import type { AnnotationTarget } from './dialect.ts'
import { SchemaResolver, isTooLarge } from './schema.ts'
import type { Schema } from './schema.ts'
import { pagingOf, asRecord, slotsOf, stringsOf } from './jsonAccess.ts'
import { readTexts } from './texts.ts'
import { objectOf, typeOf } from './types.ts'
import type { Type } from './types.ts'
import { checkFormRules } from './formRules.ts'
import { readA11yAnnotation } from './accessibility/annotations.ts'
import {
  formNotObject,
  noAuth,
  noEffect,
  noFormPart,
  noMethod,
  noSender,
  notForm,
  notObject,
  otherCallId,
} from '../check/rules/contract-shape.ts'
import { tooManyExpandedSchemas } from '../check/rules/limits.ts'
import { endlessCondition, noSchema } from '../check/rules/schema-dialect.ts'
import { rules } from '../check/rules/index.ts'
import { checkSchemaRules } from './schemaRules.ts'

export const CONTRACT_FILES =
  /^(schemas\/(?!screen\.schema\.json|tokens\.json).*\.json|src\/(?:product\/)?(widgets|actions)\/[^/]+\/[^/]+\.schema\.json|src\/(widgets\/Icon|product)\/icons\.json|locales\/[^/]+\.json)$/

const FORM_PARTS = new Set(['$schema', 'schema', 'uiSchema', 'rules'])
const METHODS = new Set(['GET', 'POST'])
const EFFECTS = new Set(['read', 'write', 'session', 'money'])

function changesOf(raw: Json | undefined): Call['changes'] {
  const { by, of } = asRecord(raw)
  if (typeof by !== 'string') return stringsOf(raw)
  return { by, of: Object.fromEntries(Object.entries(asRecord(of)).map(([value, calls]) => [value, stringsOf(calls)])) }
}

function formsOf(raw: Json | undefined): Call['forms'] {
  const { by, of } = asRecord(raw)
  if (typeof of === 'string') return of
  if (typeof by !== 'string') return undefined
  return { by, of: Object.fromEntries(Object.entries(asRecord(of)).map(([value, form]) => [value, String(form)])) }
}

export interface ReadContract {
  contract: Contract
  diagnostics: Diagnostic[]
}

/** Builds the contract from its parsed files. Invalid files are reported and left out. */
export function readContract(sources: ReadonlyMap<string, Source>, kinds: readonly string[]): ReadContract {
  const reporters = new Map([...sources].map(([file, source]) => [file, new Reporter(source)]))
  const raws = new Map([...sources].map(([file, source]) => [file, source.root ? toJson(source.root) : null]))
  const resolver = new SchemaResolver(
    (file) => raws.get(file),
    (reference, from) => {
      const source = sources.get(from)
      const at = source?.text.indexOf(`"${reference}"`) ?? 0
      reporters
        .get(from)
        ?.report(noSchema(reference), { start: Math.max(0, at), end: Math.max(0, at) + reference.length + 2 })
    },
  )
  const read = new ContractReader(sources, reporters, raws, resolver)
  const standalone = [...sources.keys()].filter((file) =>
    /^schemas\/(entities\/.*|operator\w*|preferences)\.json$/.test(file),
  )
  for (const file of standalone) read.schemaFile(file)
  for (const file of standalone) resolver.file(file)
  const calls = read.calls()
  read.live()
  const widgets = read.widgets()
  const actions = read.actions()
  const english = new Map(
    Object.entries(asRecord(raws.get('locales/en.json'))).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  )
  const texts = readTexts(english)
  const named = new Map<string, Type>()
  const byName = (name: string): Type | undefined => {
    const file = `${name.charAt(0).toLowerCase()}${name.slice(1)}.json`
    if (!named.has(name)) {
      const schema = resolver.file(`schemas/entities/${file}`) ?? resolver.file(`schemas/live/${file}`)
      if (schema) named.set(name, typeOf(schema))
    }
    return named.get(name)
  }
  const languages = [...sources.keys()].flatMap((file) => /^locales\/([^/]+)\.json$/.exec(file)?.[1] ?? []).toSorted()
  const operator = resolver.file('schemas/operator.json')
  const contract: Contract = {
    calls,
    widgets,
    actions,
    forms: new Map(),
    icons: new Set(ICON_FILES.flatMap((file) => members(sources.get(file)?.root).map(({ name }) => name))),
    formWidgets: new Set(kinds),
    accessRules: new Set(Object.keys(ACCESS_RULES)),
    languages,
    texts,
    user: byName('User') ?? objectOf({}),
    preferences: resolver.file('schemas/preferences.json')?.properties ?? {},
    config: operator ? typeOf(operator) : objectOf({}),
    named: byName,
    resolve: (schema, file) => resolver.resolve(schema, file),
  }
  const withForms: Contract = { ...contract, forms: read.forms(contract) }
  return { contract: withForms, diagnostics: [...reporters.values()].flatMap((reporter) => reporter.diagnostics) }
}

class ContractReader {
  constructor(
    private readonly sources: ReadonlyMap<string, Source>,
    private readonly reporters: ReadonlyMap<string, Reporter>,
    private readonly raws: ReadonlyMap<string, Json>,
    private readonly resolver: SchemaResolver,
  ) {}

  private report(file: string, at: JsonNode | Range, report: Report): void {
    this.reporters.get(file)?.report(report, toRange(at))
  }

  private *files(
    pattern: RegExp,
  ): Generator<{ file: string; name: string; root: JsonNode; raw: Record<string, Json> }> {
    for (const [file, source] of this.sources) {
      const name = pattern.exec(file)?.[1]
      if (name === undefined || !source.root) continue
      if (source.root.type !== 'object') this.report(file, source.root, notObject())
      else yield { file, name, root: source.root, raw: this.raws.get(file) as Record<string, Json> }
    }
  }

  /** Checks a schema in a file and resolves its references. */
  private schema(
    file: string,
    node: JsonNode | undefined,
    raw: Json | undefined,
    path: string,
    bounds?: 'input' | 'output',
  ): Schema {
    const reporter = this.reporters.get(file)
    const isSound = !reporter || checkSchema(node, reporter, path)
    if (node && reporter && (bounds || isSound))
      checkSchemaRules(reporter, {
        sources: this.sources,
        root: node,
        path,
        ...(bounds && { amounts: 'alone' }),
        ...(isSound && bounds && { bounds }),
      })
    if (!isSound) return {}
    if (raw === null || typeof raw !== 'object' || Array.isArray(raw)) return {}
    const schema = this.resolver.resolve(raw, file)
    if (!isTooLarge(schema)) return schema
    if (node) reporter?.report(tooManyExpandedSchemas(), rangeOf(node), path)
    return {}
  }

  private annotations(file: string, node: JsonNode, holder: AnnotationTarget, path = ''): void {
    const reporter = this.reporters.get(file)
    if (reporter) checkAnnotations(node, holder, reporter, path)
  }

  schemaFile(file: string): void {
    const reporter = this.reporters.get(file)
    const root = this.sources.get(file)?.root
    if (!reporter) return
    if (!checkSchema(root, reporter, '')) return this.resolver.markMalformed(file)
    if (!root) return
    const isOfServer = file.endsWith('/operatorServer.json')
    checkSchemaRules(reporter, {
      sources: this.sources,
      root,
      path: '',
      bounds: 'output',
      ...(!isOfServer && { amounts: 'embedded' }),
    })
  }

  calls(): Map<string, Call> {
    const calls = new Map<string, Call>()
    for (const { file, name, root, raw } of this.files(/^schemas\/api\/(.+)\.json$/)) {
      if (raw.call !== name) this.report(file, member(root, 'call') ?? root, otherCallId(name))
      if (!METHODS.has(String(raw.method))) this.report(file, member(root, 'method') ?? root, noMethod())
      if (!EFFECTS.has(String(raw.effect))) this.report(file, member(root, 'effect') ?? root, noEffect())
      if (typeof raw.auth !== 'boolean') this.report(file, member(root, 'auth') ?? root, noAuth())
      const paging = pagingOf(raw.paging)
      const { method, effect, auth } = raw
      for (const rule of rules)
        rule.call?.({ name, root, method, effect, auth }, (report, at) => this.report(file, at, report))
      calls.set(name, {
        id: name,
        file,
        method: raw.method === 'POST' ? 'POST' : 'GET',
        auth: raw.auth === true,
        effect: (EFFECTS.has(String(raw.effect)) ? raw.effect : 'read') as Call['effect'],
        payload: this.schema(file, member(root, 'payload'), raw.payload, 'payload', 'input'),
        data: this.schema(file, member(root, 'data'), raw.data, 'data', 'output'),
        ...(paging ? { paging } : {}),
        needs: stringsOf(raw.needs),
        errors: stringsOf(raw.errors),
        changes: changesOf(raw.changes),
        ...(formsOf(raw.forms) === undefined ? {} : { forms: formsOf(raw.forms) }),
        ...(typeof raw.success === 'string' ? { success: raw.success } : {}),
        description: String(raw.description ?? ''),
      })
    }
    return calls
  }

  /** Live messages: messages of the client have the bounds of a payload. */
  live(): void {
    for (const { file, root, raw } of this.files(/^schemas\/live\/(.+)\.json$/)) {
      if (raw.from !== 'client' && raw.from !== 'server') this.report(file, member(root, 'from') ?? root, noSender())
      this.schema(file, member(root, 'payload'), raw.payload, 'payload', raw.from === 'client' ? 'input' : 'output')
      this.schema(file, member(root, 'ack'), raw.ack, 'ack', 'output')
    }
  }

  widgets(): Map<string, Widget> {
    const widgets = new Map<string, Widget>()
    for (const { file, name, root, raw } of this.files(/^src\/(?:product\/)?widgets\/([^/]+)\/\1\.schema\.json$/)) {
      this.annotations(file, root, 'widget')
      const events: Record<string, WidgetEvent> = {}
      for (const event of members(member(root, 'events'))) {
        const definition = asRecord(toJson(event.value)) as {
          description?: string
          detail?: Json
          'x-exclusive'?: boolean
          'x-dismiss-prop'?: string
          'x-sent-by'?: string
          'x-automatic'?: boolean
          'x-asks-again'?: boolean
          required?: boolean
        }
        this.annotations(file, event.value, 'event', `events/${event.name}`)
        const detail =
          definition.detail === undefined
            ? undefined
            : this.schema(file, member(event.value, 'detail'), definition.detail, `events/${event.name}/detail`)
        events[event.name] = {
          ...(definition.description === undefined ? {} : { description: definition.description }),
          ...(detail ? { detail } : {}),
          ...(definition['x-exclusive'] ? { guarded: true } : {}),
          ...(definition['x-dismiss-prop'] === undefined ? {} : { dismisses: definition['x-dismiss-prop'] }),
          ...(definition['x-sent-by'] === undefined ? {} : { sentBy: definition['x-sent-by'] }),
          ...(definition['x-automatic'] ? { automatic: true } : {}),
          ...(definition['x-asks-again'] ? { asksAgain: true } : {}),
          ...(definition.required === true ? { required: true } : {}),
        }
      }
      const props = this.schema(file, member(root, 'props'), raw.props, 'props')
      widgets.set(name, {
        name,
        version: Number(raw.version ?? 1),
        description: String(raw.description ?? ''),
        props,
        slots: slotsOf(raw.slots),
        events,
        texts: stringsOf(raw.texts),
        a11y: readA11yAnnotation(raw['x-a11y'], props),
      })
    }
    return widgets
  }

  actions(): Map<string, ActionDef> {
    const actions = new Map<string, ActionDef>()
    for (const { file, name, root, raw } of this.files(/^src\/(?:product\/)?actions\/([^/]+)\/\1\.schema\.json$/)) {
      this.annotations(file, root, 'action')
      const branches: Record<string, Branch> = {}
      for (const branch of members(member(root, 'branches'))) {
        const definition = asRecord(toJson(branch.value))
        this.annotations(file, branch.value, 'branch', `branches/${branch.name}`)
        const type =
          definition.type === undefined || definition.type === 'x-call-data'
            ? definition.type
            : this.schema(file, member(branch.value, 'type'), definition.type, `branches/${branch.name}/type`)
        branches[branch.name] = { ...(definition as Branch), ...(type === undefined ? {} : { type: type }) }
      }
      actions.set(name, {
        name,
        version: Number(raw.version ?? 1),
        description: String(raw.description ?? ''),
        args: this.schema(file, member(root, 'args'), raw.args, 'args'),
        branches,
        slots: slotsOf(raw.slots),
        texts: stringsOf(raw.texts),
        ...(typeof raw['x-sends-call'] === 'string' ? { sends: raw['x-sends-call'] } : {}),
        confirms: raw['x-confirms'] === true,
        leaves: raw['x-leaves-screen'] === true,
        ...(typeof raw['x-returns'] === 'string' ? { returns: raw['x-returns'] } : {}),
        beginsSession: raw['x-session'] === 'begins',
        endsSession: raw['x-session'] === 'ends',
        ...(typeof raw['x-changes-session'] === 'string' ? { changesSession: raw['x-changes-session'] } : {}),
        ...(typeof raw['x-refreshes'] === 'string' ? { refreshes: raw['x-refreshes'] } : {}),
        needsSession: raw['x-session'] === 'needs',
        ...(typeof raw['x-satisfies'] === 'string' ? { proves: raw['x-satisfies'] } : {}),
        opensSheet: raw['x-opens'] === 'sheet',
        closesSheet: raw['x-closes'] === 'sheet',
      })
    }
    return actions
  }

  forms(contract: Contract): Map<string, Form> {
    const forms = new Map<string, Form>()
    for (const { file, name, root, raw } of this.files(/^schemas\/forms\/(.+)\.json$/)) {
      const reporter = this.reporters.get(file)
      const source = this.sources.get(file)
      const node = member(root, 'schema')
      if (!reporter || !source) continue
      if (!node || (raw.uiSchema !== undefined && member(root, 'uiSchema')?.type !== 'object')) {
        this.report(file, root, notForm())
        continue
      }
      for (const { name: part, key } of members(root))
        if (!FORM_PARTS.has(part)) this.report(file, key, noFormPart(part, FORM_PARTS))
      const isTooLarge = isFormTooLarge(raw.schema)
      if (isTooLarge) reporter.report(tooManyExpandedSchemas(), rangeOf(node), 'schema')
      const sound = !isTooLarge && checkFormSchema(node, reporter, 'schema')
      if (sound && isEndless(raw.schema as Shape))
        this.report(file, member(node, 'definitions') ?? node, endlessCondition())
      if (sound && member(node, 'type')?.value !== 'object') this.report(file, node, formNotObject())
      checkSchemaRules(reporter, {
        sources: this.sources,
        root: node,
        path: 'schema',
        bounds: 'input',
        amounts: 'alone',
      })
      const texts: string[] = []
      schemaTexts(raw.schema, texts)
      for (const { at, path, report } of checkUiSchema(member(root, 'uiSchema'), node, contract.formWidgets, texts))
        reporter.report(report, rangeOf(at), path)
      const def: FormDef = {
        schema: sound ? lowerFormSchema(raw.schema) : { type: 'object', properties: {} },
        uiSchema: sound ? lowerUiSchema(raw.schema, raw.uiSchema) : {},
        rules: [],
      }
      const schema = sound ? valuesSchema(raw.schema) : valuesSchema(undefined)
      const properties = schema.properties ?? {}
      const functions = new Set<string>()
      def.rules = checkFormRules(source, contract, properties, reporter, texts, functions)
      const draft = objectOf(
        Object.fromEntries(
          Object.entries(properties).map(([field, property]) => [field, typeOf(draftSchema(property))]),
        ),
      )
      forms.set(name, { id: name, def, schema, values: typeOf(schema), draft, texts, functions: [...functions] })
    }
    return forms
  }
}
