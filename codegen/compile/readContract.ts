import type { FormDef, Json, Shape } from '../../src/core/program.ts'
import { ACCESS_RULES } from '../../src/core/accessRules.ts'
import { member, members, rangeOf, toJson } from './source.ts'
import type { JsonNode, Source } from './source.ts'
import type { ActionDef, Branch, Call, Contract, Form, Widget, WidgetEvent } from './contract.ts'
import { ICON_FILES } from './folders.ts'
import { Reporter } from './reporter.ts'
import type { Diagnostic, Rule } from './diagnostics.ts'
import { checkAnnotations, checkFormSchema, checkSchema } from './checkSchema.ts'
import { draftSchema, isFormTooLarge, lowerFormSchema, valuesSchema } from './formSchema.ts'
import { isEndless } from './formCycles.ts'
import { checkUiSchema, lowerUiSchema, schemaTexts } from './uiSchema.ts'
import { checkBounds } from './sizeBounds.ts'
import { CurrencyChecker } from './currencies.ts'
import type { SiblingProperties } from './currencies.ts'
import type { AnnotationTarget } from './dialect.ts'
import { SchemaResolver, isTooLarge } from './schema.ts'
import type { Schema } from './schema.ts'
import { pagingOf, asRecord, slotsOf, stringsOf } from './jsonAccess.ts'
import { readTexts } from './texts.ts'
import { objectOf, typeOf } from './types.ts'
import type { Type } from './types.ts'
import { checkFormRules } from './formRules.ts'
import { readA11yAnnotation } from './accessibility/annotations.ts'
import { INPUT_LIMITS } from './limits.ts'
import limits from '../check/rules/limits.ts'
import contractShape from '../check/rules/contract-shape.ts'
import moneyContract from '../check/rules/money-contract.ts'
import schemaDialect from '../check/rules/schema-dialect.ts'
import unsafeGet from '../check/rules/unsafe-get.ts'

export const CONTRACT_FILES =
  /^(schemas\/(?!screen\.schema\.json|tokens\.json).*\.json|src\/(?:product\/)?(widgets|actions)\/[^/]+\/[^/]+\.schema\.json|src\/(widgets\/Icon|product)\/icons\.json|locales\/[^/]+\.json)$/

const FORM_PARTS = new Set(['$schema', 'schema', 'uiSchema', 'rules'])
const METHODS = new Set(['GET', 'POST'])
const EFFECTS = new Set(['read', 'write', 'session', 'money'])

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
      reporters.get(from)?.report(schemaDialect, {
        at: { start: Math.max(0, at), end: Math.max(0, at) + reference.length + 2 },
        message: `The schema "${reference}" does not exist.`,
      })
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

  private refuse(file: string, node: JsonNode | undefined, message: string, rule: Rule = contractShape): void {
    this.reporters.get(file)?.report(rule, { at: node ? rangeOf(node) : { start: 0, end: 1 }, message })
  }

  private *files(
    pattern: RegExp,
  ): Generator<{ file: string; name: string; root: JsonNode; raw: Record<string, Json> }> {
    for (const [file, source] of this.sources) {
      const name = pattern.exec(file)?.[1]
      if (name === undefined || !source.root) continue
      if (source.root.type !== 'object') this.refuse(file, source.root, 'This file must be an object.')
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
    if (reporter && !checkSchema(node, reporter, path)) return {}
    if (reporter && bounds) checkBounds(node, reporter, path, bounds === 'input', this.sources)
    if (raw === null || typeof raw !== 'object' || Array.isArray(raw)) return {}
    const schema = this.resolver.resolve(raw, file)
    if (!isTooLarge(schema)) return schema
    if (node)
      reporter?.report(limits, {
        at: rangeOf(node),
        path,
        message: `With its references expanded, this has more than ${INPUT_LIMITS.schemas} schemas.`,
      })
    return {}
  }

  private annotations(file: string, node: JsonNode, holder: AnnotationTarget, path = ''): void {
    const reporter = this.reporters.get(file)
    if (reporter) checkAnnotations(node, holder, reporter, path)
  }

  /** Checks that every amount names its currency or symbol. */
  private amounts(file: string, node: JsonNode | undefined, path: string, siblings?: SiblingProperties): void {
    const reporter = this.reporters.get(file)
    if (reporter) new CurrencyChecker(reporter, this.sources, path !== '').check(node, path, siblings)
  }

  schemaFile(file: string): void {
    const reporter = this.reporters.get(file)
    const root = this.sources.get(file)?.root
    if (!reporter) return
    if (!checkSchema(root, reporter, '')) return this.resolver.markMalformed(file)
    checkBounds(root, reporter, '', false, this.sources)
    if (!file.endsWith('/operatorServer.json')) this.amounts(file, root, '')
  }

  calls(): Map<string, Call> {
    const calls = new Map<string, Call>()
    for (const { file, name, root, raw } of this.files(/^schemas\/api\/(.+)\.json$/)) {
      if (raw.call !== name)
        this.refuse(file, member(root, 'call') ?? root, `The path of this file requires "call": "${name}".`)
      if (!METHODS.has(String(raw.method)))
        this.refuse(file, member(root, 'method') ?? root, '"method" is GET or POST.')
      if (!EFFECTS.has(String(raw.effect)))
        this.refuse(file, member(root, 'effect') ?? root, '"effect" is read, write, session or money.')
      if (typeof raw.auth !== 'boolean') this.refuse(file, member(root, 'auth') ?? root, '"auth" is true or false.')
      const paging = pagingOf(raw.paging)
      if (raw.effect === 'money' && (raw.method === 'GET' || raw.auth === false))
        this.refuse(
          file,
          member(root, raw.method === 'GET' ? 'method' : 'auth') ?? root,
          `"${name}" moves money, so it is a POST and needs a session.`,
          moneyContract,
        )
      else if (raw.effect !== 'read' && raw.method === 'GET' && EFFECTS.has(String(raw.effect)))
        this.refuse(
          file,
          member(root, 'method') ?? root,
          `"${name}" changes something, and what is fetched with GET may be fetched again.`,
          unsafeGet,
        )
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
        description: String(raw.description ?? ''),
      })
      for (const side of ['payload', 'data']) this.amounts(file, member(root, side), side)
    }
    return calls
  }

  /** Live messages: messages of the client have the bounds of a payload. */
  live(): void {
    for (const { file, root, raw } of this.files(/^schemas\/live\/(.+)\.json$/)) {
      if (raw.from !== 'client' && raw.from !== 'server')
        this.refuse(file, member(root, 'from') ?? root, '"from" is client or server.')
      this.schema(file, member(root, 'payload'), raw.payload, 'payload', raw.from === 'client' ? 'input' : 'output')
      this.schema(file, member(root, 'ack'), raw.ack, 'ack', 'output')
      for (const side of ['payload', 'ack']) this.amounts(file, member(root, side), side)
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
        this.refuse(file, root, 'A form has a "schema", and beside it "uiSchema" and "rules".')
        continue
      }
      for (const { name: part, key } of members(root))
        if (!FORM_PARTS.has(part))
          this.refuse(file, key, `"${part}" is no part of a form: ${[...FORM_PARTS].join(', ')}.`)
      const isTooLarge = isFormTooLarge(raw.schema)
      if (isTooLarge)
        reporter.report(limits, {
          at: rangeOf(node),
          path: 'schema',
          message: `With its references expanded, this has more than ${INPUT_LIMITS.schemas} schemas.`,
        })
      const sound = !isTooLarge && checkFormSchema(node, reporter, 'schema')
      if (sound && isEndless(raw.schema as Shape))
        this.refuse(
          file,
          member(node, 'definitions') ?? node,
          'A condition or an alternative contains a definition that includes itself in a list: no validator can be compiled from it.',
          schemaDialect,
        )
      if (sound && member(node, 'type')?.value !== 'object')
        this.refuse(file, node, 'The values of a form are an object: write "type": "object".')
      checkBounds(node, reporter, 'schema', true, this.sources)
      this.amounts(file, node, 'schema')
      const texts: string[] = []
      schemaTexts(raw.schema, texts)
      for (const { at, path, message, suggestion } of checkUiSchema(
        member(root, 'uiSchema'),
        node,
        contract.formWidgets,
        texts,
      )) {
        reporter.report(contractShape, {
          at: rangeOf(at),
          path,
          message,
          ...(suggestion === undefined ? {} : { suggestion }),
        })
      }
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
