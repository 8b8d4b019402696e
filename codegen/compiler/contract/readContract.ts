import type { LanguagePlugin } from '../../../src/engine/language/plugin.ts'
import type { FormDef, Json, Shape } from '../../../src/engine/language/expressions/program.ts'
import { commonRefusalsOf } from '../../../src/engine/language/commonRefusals.ts'
import { isJsonObject } from '../../../src/engine/language/values/json.ts'
import { member, members, rangeOf, toJson, toRange } from '../source/source.ts'
import type { JsonNode, Range, Source } from '../source/source.ts'
import type {
  ActionDef,
  Branch,
  Call,
  Contract,
  FigureSource,
  Form,
  Vocabulary,
  Widget,
  WidgetEvent,
  Texts,
} from './contract.ts'
import { FORM_FILE, ICON_FILES } from '../source/folders.ts'
import { Reporter } from '../source/findings/reporter.ts'
import type { Finding } from '../source/findings/diagnostics.ts'
import { checkAnnotations, checkFormSchema, checkSchema } from './checkSchema.ts'
import { draftSchema, isFormTooLarge, lowerFormSchema, valuesSchema } from '../forms/formSchema.ts'
import { isEndless } from '../forms/formCycles.ts'
import { checkUiSchema, lowerUiSchema, schemaTexts } from '../forms/uiSchema.ts'
import type { AnnotationTarget } from './dialect.ts'
import { SchemaResolver, isTooLarge } from './schema.ts'
import type { Schema } from './schema.ts'
import { pagingOf, asRecord, slotsOf, stringsOf } from '../source/jsonAccess.ts'
import { LOCALE_FILE, SOURCE_LANGUAGE } from '../locales/localeFiles.ts'
import { memo } from '../source/memo.ts'
import { TextReads, same } from '../lower/reads.ts'
import { readTexts, textSignature, textsOf } from '../locales/texts.ts'
import { objectOf, typeOf } from '../infer/types.ts'
import type { Type } from '../infer/types.ts'
import { checkFormRules } from '../forms/formRules.ts'
import { readA11yAnnotation } from '../accessibility/annotations.ts'
import type { Found } from '../events.ts'
import type { RuleSet } from '../ruleSet.ts'
import { checkSchemaRules } from './schemaRules.ts'
import { signaturesOf } from './functions.ts'

export const CONTRACT_FILES =
  /^(schemas\/(?!screen\.schema\.json|tokens\.json|versions\/).*\.json|src\/(?:engine|product)\/(widgets|actions)\/[^/]+\/[^/]+\.schema\.json|src\/(engine\/widgets\/Icon|product)\/icons\.json|locales\/[^/]+\.json)$/

const FORM_PARTS = new Set(['$schema', 'schema', 'uiSchema', 'rules'])
const METHODS = new Set(['GET', 'POST'])
const EFFECTS = new Set(['read', 'write', 'session', 'money'])
const FIGURE_SOURCES: readonly FigureSource[] = ['quote', 'record', 'live', 'typed']

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

function figuresOf(raw: Json | undefined): Call['figures'] {
  const { figures, of } = asRecord(raw)
  const from = FIGURE_SOURCES.find((source) => source === figures)
  return from && { from, ...(typeof of === 'string' ? { of } : {}) }
}

export interface ReadContract {
  contract: Contract
  diagnostics: Finding[]
}

/** Builds the contract from its parsed files. Invalid files are reported and left out. */
export function readContract(
  sources: ReadonlyMap<string, Source>,
  kinds: readonly string[],
  plugin: LanguagePlugin,
  rules: RuleSet,
): ReadContract {
  return new ContractCache(plugin, rules).read(sources, kinds)
}

/** A schema of this file refers to a form, so that other files depend on the form than those that name it. */
const refersToForm = memo(({ file, text }: Source): boolean =>
  FORM_FILE.test(file) ? /"\$ref"\s*:\s*"[^#"]/.test(text) : /"\$ref"\s*:\s*"[^"]*forms/.test(text),
)

interface ReadForm {
  source: Source
  vocabulary: Vocabulary
  texts: TextReads
  form: Form | undefined
  diagnostics: readonly Finding[]
}

const NO_FORMS: ReadonlyMap<string, Form> = new Map()

/** Reads the contract again only where its files have changed: texts and forms change far more often than the rest. */
export class ContractCache {
  #vocabulary: { stamp: readonly unknown[]; read: ReadVocabulary } | undefined
  #texts: { signature: string | undefined; texts: Texts } | undefined
  readonly #forms = new Map<string, ReadForm>()
  #last: { stamp: readonly unknown[]; read: ReadContract } | undefined

  readonly #language: ProductLanguage

  constructor(
    { accessRules, modes, signatures }: LanguagePlugin,
    private readonly rules: RuleSet,
  ) {
    this.#language = {
      accessRules: new Map(Object.entries(accessRules)),
      modes,
      signatures: signaturesOf({ signatures }),
    }
  }

  read(sources: ReadonlyMap<string, Source>, kinds: readonly string[]): ReadContract {
    // Of the texts it contains the languages, and the names and arguments of English: other words change nothing.
    const english = sources.get(`locales/${SOURCE_LANGUAGE}.json`)
    const signature = english && textSignature(english)
    const texts = this.#texts?.signature === signature && this.#texts ? this.#texts.texts : readEnglish(english)
    this.#texts = { signature, texts }
    const others = [...sources.values()].filter(({ file }) => !LOCALE_FILE.test(file))
    const joined = others.some(refersToForm)
    const stamp = [
      kinds.join(),
      [...sources.keys()].filter((file) => LOCALE_FILE.test(file)).join(),
      errorCodesOf(texts).join(),
      ...others.filter(({ file }) => joined || !FORM_FILE.test(file)),
    ]
    if (!this.#vocabulary || !same(this.#vocabulary.stamp, stamp))
      this.#vocabulary = {
        stamp,
        read: readVocabulary(sources, kinds, errorCodesOf(texts), this.#language, this.rules),
      }
    const { vocabulary, diagnostics } = this.#vocabulary.read
    const forms = others.flatMap((source) =>
      this.#form(source, sources, { ...vocabulary, vocabulary, texts, forms: NO_FORMS }),
    )
    const all = [vocabulary, texts, ...forms]
    if (this.#last && same(this.#last.stamp, all)) return this.#last.read
    const contract: Contract = {
      ...vocabulary,
      vocabulary,
      texts,
      forms: new Map(forms.flatMap(({ form }) => (form ? [[form.id, form]] : []))),
    }
    const found = [...diagnostics, ...forms.flatMap((form) => form.diagnostics)]
    this.#last = { stamp: all, read: { contract, diagnostics: found } }
    return this.#last.read
  }

  /** The form of a file; nothing for a file of another kind. */
  #form(source: Source, sources: ReadonlyMap<string, Source>, contract: Contract): ReadForm[] {
    if (!FORM_FILE.test(source.file) || !source.root) return []
    const known = this.#forms.get(source.file)
    if (known?.source === source && known.vocabulary === contract.vocabulary && known.texts.holdFor(contract.texts))
      return [known]
    const texts = new TextReads(contract.texts)
    const reporter = new Reporter(source, this.rules)
    const form = readForm(source, sources, { ...contract, texts }, reporter)
    const read = { source, vocabulary: contract.vocabulary, texts, form, diagnostics: reporter.diagnostics }
    this.#forms.set(source.file, read)
    return [read]
  }
}

function readEnglish(source: Source | undefined): Texts {
  const english = source ? [...textsOf(source)] : []
  return readTexts(new Map(english.filter((entry): entry is [string, string] => entry[1] !== undefined)))
}

const errorCodesOf = (texts: Texts): string[] =>
  [...texts.keys()].flatMap((key) => (key.startsWith(ERROR_TEXT) ? [key.slice(ERROR_TEXT.length)] : []))
const ERROR_TEXT = 'error.'

/** The codes that have a text, of those that the file declares. */
function declaredOf(errors: Source | undefined, codes: readonly string[]): readonly string[] {
  if (!errors?.root) return codes
  const declared = new Set(members(errors.root).map(({ name }) => name))
  return codes.filter((code) => declared.has(code))
}

/** The product's part of the language, as the contract has it. */
type ProductLanguage = Pick<Vocabulary, 'accessRules' | 'modes' | 'signatures'>

interface ReadVocabulary {
  vocabulary: Vocabulary
  diagnostics: Finding[]
}

function readVocabulary(
  sources: ReadonlyMap<string, Source>,
  kinds: readonly string[],
  errorCodes: readonly string[],
  language: ProductLanguage,
  rules: RuleSet,
): ReadVocabulary {
  const reporters = new Map([...sources].map(([file, source]) => [file, new Reporter(source, rules)]))
  const raws = new Map([...sources].map(([file, source]) => [file, source.root ? toJson(source.root) : null]))
  const resolver = new SchemaResolver(
    (file) => raws.get(file),
    (reference, from) => {
      const source = sources.get(from)
      const at = source?.text.indexOf(`"${reference}"`) ?? 0
      reporters
        .get(from)
        ?.emit(
          { event: 'schemaNotFound', reference },
          { start: Math.max(0, at), end: Math.max(0, at) + reference.length + 2 },
        )
    },
  )
  const read = new ContractReader(sources, reporters, raws, resolver, rules)
  const standalone = [...sources.keys()].filter((file) =>
    /^schemas\/(entities\/.*|operator\w*|preferences)\.json$/.test(file),
  )
  for (const file of standalone) read.schemaFile(file)
  for (const file of standalone) resolver.file(file)
  const calls = read.calls()
  read.live()
  const widgets = read.widgets()
  const actions = read.actions()
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
  const vocabulary: Vocabulary = {
    calls,
    widgets,
    actions,
    icons: new Set(ICON_FILES.flatMap((file) => members(sources.get(file)?.root).map(({ name }) => name))),
    formWidgets: new Set(kinds),
    ...language,
    languages,
    errorCodes: declaredOf(sources.get('schemas/errors.json'), errorCodes),
    user: byName('User') ?? objectOf({}),
    preferences: resolver.file('schemas/preferences.json')?.properties ?? {},
    config: operator ? typeOf(operator) : objectOf({}),
    named: byName,
    resolve: (schema, file) => resolver.resolve(schema, file),
  }
  return { vocabulary, diagnostics: [...reporters.values()].flatMap((reporter) => reporter.diagnostics) }
}

class ContractReader {
  constructor(
    private readonly sources: ReadonlyMap<string, Source>,
    private readonly reporters: ReadonlyMap<string, Reporter>,
    private readonly raws: ReadonlyMap<string, Json>,
    private readonly resolver: SchemaResolver,
    private readonly rules: RuleSet,
  ) {}

  private emit(file: string, at: JsonNode | Range, found: Found): void {
    this.reporters.get(file)?.emit(found, toRange(at))
  }

  private *files(
    pattern: RegExp,
  ): Generator<{ file: string; name: string; root: JsonNode; raw: Record<string, Json> }> {
    for (const [file, source] of this.sources) {
      const name = pattern.exec(file)?.[1]
      if (name === undefined || !source.root) continue
      if (source.root.type !== 'object') this.emit(file, source.root, { event: 'contractFileNotObject' })
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
    if (node) reporter?.emit({ event: 'tooManyExpandedSchemas' }, rangeOf(node), path)
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
      if (raw.call !== name) this.emit(file, member(root, 'call') ?? root, { event: 'otherCallId', call: name })
      if (!METHODS.has(String(raw.method))) this.emit(file, member(root, 'method') ?? root, { event: 'unknownMethod' })
      if (!EFFECTS.has(String(raw.effect))) this.emit(file, member(root, 'effect') ?? root, { event: 'unknownEffect' })
      if (typeof raw.auth !== 'boolean') this.emit(file, member(root, 'auth') ?? root, { event: 'authNotBoolean' })
      const paging = pagingOf(raw.paging)
      const { method, effect, auth } = raw
      this.rules.emit('call', { name, root, method, effect, auth }, (report, at) =>
        this.reporters.get(file)?.report(report, toRange(at)),
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
        ...(raw.stepUp === undefined ? {} : { stepUp: stepUpOf(raw.stepUp) }),
        errors: stringsOf(raw.errors),
        refusals: refusalsOf(raw),
        changes: changesOf(raw.changes),
        ...(formsOf(raw.forms) === undefined ? {} : { forms: formsOf(raw.forms) }),
        ...(typeof raw.success === 'string' ? { success: raw.success } : {}),
        ...(figuresOf(raw.receipt) === undefined ? {} : { figures: figuresOf(raw.receipt) }),
        description: String(raw.description ?? ''),
      })
    }
    return calls
  }

  /** Live messages: messages of the client have the bounds of a payload. */
  live(): void {
    for (const { file, root, raw } of this.files(/^schemas\/live\/(.+)\.json$/)) {
      if (raw.from !== 'client' && raw.from !== 'server')
        this.emit(file, member(root, 'from') ?? root, { event: 'unknownSender' })
      this.schema(file, member(root, 'payload'), raw.payload, 'payload', raw.from === 'client' ? 'input' : 'output')
      this.schema(file, member(root, 'ack'), raw.ack, 'ack', 'output')
    }
  }

  widgets(): Map<string, Widget> {
    const widgets = new Map<string, Widget>()
    for (const { file, name, root, raw } of this.files(
      /^src\/(?:engine|product)\/widgets\/([^/]+)\/\1\.schema\.json$/,
    )) {
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
          'x-control'?: readonly string[]
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
          ...(definition['x-control'] ? { control: definition['x-control'] } : {}),
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
        ...(typeof raw['x-virtual'] === 'string' && { virtual: raw['x-virtual'] }),
        events,
        texts: stringsOf(raw.texts),
        a11y: readA11yAnnotation(raw['x-a11y'], props),
      })
    }
    return widgets
  }

  actions(): Map<string, ActionDef> {
    const actions = new Map<string, ActionDef>()
    for (const { file, name, root, raw } of this.files(
      /^src\/(?:engine|product)\/actions\/([^/]+)\/\1\.schema\.json$/,
    )) {
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
}

/** Codes of the refusals of a call: those of its file, and those of its traits. */
const refusalsOf = ({ auth, effect, stepUp, selfLimit, needs, errors }: Record<string, Json>): string[] => [
  ...stringsOf(errors),
  ...commonRefusalsOf({
    auth: auth === true,
    effect: String(effect),
    needs: stringsOf(needs),
    ...(isJsonObject(stepUp) && { stepUp }),
    ...(isJsonObject(selfLimit) && { selfLimit }),
  }),
]

function stepUpOf(raw: Json): NonNullable<Call['stepUp']> {
  const { by, of } = asRecord(raw)
  return { ...(typeof by === 'string' ? { by } : {}), ...(of === undefined ? {} : { of: stringsOf(of) }) }
}

/** Reads the form of a file. `contract.forms` is not read. */
function readForm(
  source: Source,
  sources: ReadonlyMap<string, Source>,
  contract: Contract,
  reporter: Reporter,
): Form | undefined {
  const { root } = source
  const id = FORM_FILE.exec(source.file)?.[1] ?? ''
  const emit = (at: JsonNode | Range, found: Found): void => reporter.emit(found, toRange(at))
  if (!root) return undefined
  if (root.type !== 'object') {
    emit(root, { event: 'contractFileNotObject' })
    return undefined
  }
  const raw = toJson(root) as Record<string, Json>
  const node = member(root, 'schema')
  if (!node || (raw.uiSchema !== undefined && member(root, 'uiSchema')?.type !== 'object')) {
    emit(root, { event: 'formWithoutSchema' })
    return undefined
  }
  for (const { name: part, key } of members(root))
    if (!FORM_PARTS.has(part)) emit(key, { event: 'unknownFormPart', name: part, parts: FORM_PARTS })
  const isTooLarge = isFormTooLarge(raw.schema)
  if (isTooLarge) reporter.emit({ event: 'tooManyExpandedSchemas' }, rangeOf(node), 'schema')
  const sound = !isTooLarge && checkFormSchema(node, reporter, 'schema')
  if (sound && isEndless(raw.schema as Shape)) emit(member(node, 'definitions') ?? node, { event: 'endlessCondition' })
  if (sound && member(node, 'type')?.value !== 'object') emit(node, { event: 'formSchemaNotObject' })
  checkSchemaRules(reporter, { sources, root: node, path: 'schema', bounds: 'input', amounts: 'alone' })
  const texts: string[] = []
  schemaTexts(raw.schema, texts)
  for (const { at, path, found } of checkUiSchema(member(root, 'uiSchema'), node, contract.formWidgets, texts))
    reporter.emit(found, rangeOf(at), path)
  const def: FormDef = {
    schema: sound ? lowerFormSchema(raw.schema, raw.uiSchema) : { type: 'object', properties: {} },
    uiSchema: sound ? lowerUiSchema(raw.schema, raw.uiSchema) : {},
    rules: [],
  }
  const schema = sound ? valuesSchema(raw.schema) : valuesSchema(undefined)
  const properties = schema.properties ?? {}
  const functions = new Set<string>()
  def.rules = checkFormRules(source, contract, properties, reporter, texts, functions)
  const draft = objectOf(
    Object.fromEntries(Object.entries(properties).map(([field, property]) => [field, typeOf(draftSchema(property))])),
  )
  return { id, def, schema, values: typeOf(schema), draft, texts, functions: [...functions] }
}
