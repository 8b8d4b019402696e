import { existsSync } from 'node:fs'
import type { Paging } from '../../../src/engine/language/expressions/program.ts'
import { join, posix } from 'node:path'
import { checkDialect, type Schema } from './schema.ts'
import { jsonFiles, readJson, SchemaError } from './files.ts'

export interface CallFile {
  file: string
  call: string
  method: 'GET' | 'POST'
  auth: boolean
  effect: 'read' | 'write' | 'session' | 'money'
  description: string
  payload: Schema
  data: Schema
  errors: string[]
  /** Error for a missing or empty field, where it is not missingParameter. */
  missing?: Record<string, string>
  /** Calls of effect "read" whose answers a call of effect "write" or "money" changes. */
  changes?: string[] | { by: string; of: Record<string, string[]> }
  success?: string
  extension?: boolean
  needs?: string[]
  paging?: Paging
  forms?: { by?: string; of: string | Record<string, string> }
  stepUp?: StepUp
  selfLimit?: SelfLimit
  receipt?: ReceiptOf
}

export const FACTORS = ['authenticator', 'password', 'code'] as const

/** A call that needs further factors of the user than the session. */
export interface StepUp {
  /** Alternatives in order of preference: the first of which the user has all factors is required. */
  factors: (typeof FACTORS)[number][][]
  /** The field of the payload whose value the proof is bound to, and which decides with `of` or `when`. */
  by?: string
  /** The values that need it; all without this member. */
  of?: string[]
  /** Name of the condition of the server that decides by the value. */
  when?: string
}

/** A call that users restrict for themselves: it is refused in a break that the user has taken, and above the user's own limit. */
export interface SelfLimit {
  /** Kind of the limit; without it, only a break refuses the call. */
  limit?: string
  /** The field of the payload with what counts towards the limit, beside the field `currency`. */
  amount?: string
  /** The field of the payload whose values in `of` are restricted; all calls without it. */
  by?: string
  of?: string[]
}

/** Where the figures come from that the user confirms. */
export const FIGURE_SOURCES = ['quote', 'record', 'live', 'typed'] as const

/** The receipts of a call of effect "money". */
export interface ReceiptOf {
  /** Kind of their record. */
  kind: string
  /**
   * `quote`: fields of the same name of the answer of the call `of`, valid for its `lasts`; `record`: of the entity `of`, which nothing but
   * this call changes; `live`: values that the confirmation draws as the price goes on; `typed`: values of the form.
   */
  figures?: (typeof FIGURE_SOURCES)[number]
  of?: string
  /** Why no field of the payload promises a figure. */
  unpromised?: string
}

/** Members of the file of a call. */
export const CALL_MEMBERS: ReadonlySet<string> = new Set([
  '$schema',
  'call',
  'method',
  'auth',
  'effect',
  'description',
  'payload',
  'data',
  'errors',
  'missing',
  'changes',
  'success',
  'extension',
  'needs',
  'paging',
  'forms',
  'stepUp',
  'selfLimit',
  'receipt',
])

/** Every call of schemas/api, checked. */
export function readCalls(root: string): CallFile[] {
  const errors = readJson(root, 'schemas/errors.json') as Record<string, unknown>
  const successes = readJson(root, 'schemas/successes.json') as Record<string, unknown>
  const calls = jsonFiles(root, 'schemas/api').map((file) => {
    const callFile = readJson(root, file) as CallFile
    const fail = (place: string, sentence: string): never => {
      throw new SchemaError(file, place, sentence)
    }
    for (const key of Object.keys(callFile)) if (!CALL_MEMBERS.has(key)) fail(key, 'no call file has this')
    const id = file.slice('schemas/api/'.length, -'.json'.length)
    if (callFile.call !== id) fail('call', `the path of the file says "${id}"`)
    if (callFile.method !== 'GET' && callFile.method !== 'POST') fail('method', 'is GET or POST')
    if (typeof callFile.auth !== 'boolean') fail('auth', 'is true or false')
    if (!['read', 'write', 'session', 'money'].includes(callFile.effect))
      fail('effect', 'is read, write, session or money')
    if (callFile.method === 'GET' && callFile.effect !== 'read') fail('effect', 'a GET only reads')
    if (typeof callFile.description !== 'string' || callFile.description === '') fail('description', 'is missing')
    checkDialect(callFile.payload, file, 'payload')
    checkDialect(callFile.data, file, 'data')
    if (callFile.payload.type !== 'object') fail('payload', 'is an object')
    if (Object.hasOwn(callFile.payload.properties ?? {}, 'lang'))
      fail('payload/lang', 'stands in every payload: leave it out')
    for (const code of callFile.errors ?? fail('errors', 'is missing'))
      if (!Object.hasOwn(errors, code)) fail(`errors/${code}`, 'is not in schemas/errors.json')
    for (const [name, code] of Object.entries(callFile.missing ?? {})) {
      if (!callFile.payload.required?.includes(name)) fail(`missing/${name}`, 'names no required field of the payload')
      if (!callFile.errors.includes(code)) fail(`missing/${name}`, `"${code}" is not among the errors`)
    }
    if (callFile.success !== undefined && !Object.hasOwn(successes, callFile.success))
      fail('success', `"${callFile.success}" is not in schemas/successes.json`)
    if (callFile.stepUp) checkStepUp(callFile, callFile.stepUp, fail)
    if (callFile.selfLimit) checkSelfLimit(callFile, callFile.selfLimit, fail)
    addInlineProofs(root, callFile)
    if (callFile.receipt) checkReceipt(root, callFile, fail)
    if (callFile.paging) checkPaging(root, { ...callFile, file }, callFile.paging, fail)
    for (const form of typeof callFile.forms?.of === 'string'
      ? [callFile.forms.of]
      : Object.values(callFile.forms?.of ?? {})) {
      if (!existsSync(join(root, `schemas/forms/${form}.json`)))
        fail('forms', `schemas/forms/${form}.json is not there`)
    }
    return { ...callFile, file }
  })
  if (calls.length === 0) throw new SchemaError('schemas/api', '', 'contains no call')
  return calls
}

function checkStepUp(
  { method, auth, payload, errors }: CallFile,
  { factors, by, of, when }: StepUp,
  fail: (place: string, sentence: string) => never,
): void {
  if (method !== 'POST' || !auth) fail('stepUp', 'needs a POST with a session')
  if (!Array.isArray(factors) || factors.length === 0 || factors.some((all) => all.length === 0))
    fail('stepUp/factors', 'is a list of alternatives')
  for (const factor of factors.flat())
    if (!FACTORS.includes(factor)) fail('stepUp/factors', `"${factor}" is not one of ${FACTORS.join(', ')}`)
  if (payload.properties?.stepUpProof?.['x-proof'] !== 'stepUp')
    fail('payload/stepUpProof', 'is missing, or has no "x-proof": "stepUp"')
  if (!errors.includes('stepUpRequired')) fail('errors', 'lacks "stepUpRequired"')
  if (!errors.includes('accountFrozen')) fail('errors', 'lacks "accountFrozen"')
  if (by !== undefined && !payload.properties?.[by]) fail('stepUp/by', 'names no field of the payload')
  if (by === undefined && (of ?? when) !== undefined) fail('stepUp/by', 'is missing')
}

function checkSelfLimit(
  { effect, payload: { properties = {} } }: CallFile,
  { limit, amount, by, of }: SelfLimit,
  fail: (place: string, sentence: string) => never,
): void {
  if (effect !== 'money') fail('selfLimit', 'belongs to a call of effect money')
  if (!properties.mode?.enum?.includes('real')) fail('selfLimit', 'needs the account mode in the field "mode"')
  if (amount !== undefined && (properties[amount]?.['x-unit'] !== 'money' || !properties.currency))
    fail('selfLimit/amount', 'names no money of the field "currency"')
  if (amount !== undefined && limit === undefined) fail('selfLimit/limit', 'is missing')
  if ((by === undefined) !== (of === undefined)) fail('selfLimit', 'has "by" with "of", or neither')
  if (by !== undefined && !properties[by]) fail('selfLimit/by', 'names no field of the payload')
}

const PAY_PASSWORD: Schema = {
  type: ['string', 'null'],
  format: 'code',
  'x-secret': true,
  'x-typed': true,
  description: 'The payment password itself, in place of a proof of safe/pay_verify',
}

/** Adds the fields by which a payload contains the factors of a step-up or the payment password, in place of a proof of another call. */
function addInlineProofs(root: string, { stepUp, needs, payload }: CallFile): void {
  payload.properties = {
    ...payload.properties,
    ...(stepUp && { stepUp: readJson(root, 'schemas/entities/stepUpFactors.json') as Schema }),
    ...(needs?.includes('payPassword') && { payPassword: PAY_PASSWORD }),
  }
}

/** Promises that are no amounts: a price, and the end of a term. */
const NO_AMOUNTS = new Set(['quoted', 'due'])

function checkReceipt(
  root: string,
  { receipt, payload }: CallFile,
  fail: (place: string, sentence: string) => never,
): void {
  const { properties = {} } = readJson(root, 'schemas/entities/receipt.json') as Schema
  if (!properties.kind?.enum?.includes(receipt?.kind ?? '')) fail('receipt/kind', 'is no kind of the entity receipt')
  const figure = readJson(root, 'schemas/entities/receiptFigure.json') as Schema
  const known = figure.properties?.figure?.enum ?? []
  const promised = Object.entries(promisedFields(payload))
  for (const [path, name] of promised) {
    const [figure = '', kind] = name.split('.').toReversed()
    if (!NO_AMOUNTS.has(figure) && !known.includes(figure))
      fail(`payload/${path}`, `"${figure}" is no figure of a receipt`)
    if (kind !== undefined && !properties.kind?.enum?.includes(kind))
      fail(`payload/${path}`, `"${kind}" is no kind of the entity receipt`)
  }
  const { figures, of } = receipt ?? {}
  if (figures === undefined) return
  if (!FIGURE_SOURCES.includes(figures)) fail('receipt/figures', `is one of ${FIGURE_SOURCES.join(', ')}`)
  if (figures !== 'quote' && figures !== 'record') return
  const source =
    figures === 'quote' ? answerOf(root, of, fail) : (readJson(root, `schemas/entities/${of ?? ''}.json`) as Schema)
  if (figures === 'quote' && source.properties?.lasts?.['x-unit'] !== 'seconds')
    fail('receipt/of', `the answer of "${of ?? ''}" has no "lasts" in seconds`)
  for (const [path] of promised) {
    const name = path.slice(path.lastIndexOf('/') + 1)
    if (!source.properties?.[name]) fail(`payload/${path}`, `"${of ?? ''}" has no "${name}"`)
  }
}

/** The schema of a call's answer. */
function answerOf(root: string, call = '', fail: (place: string, sentence: string) => never): Schema {
  const file = `schemas/api/${call}.json`
  if (!existsSync(join(root, file))) fail('receipt/of', 'names no call')
  const { data } = readJson(root, file) as CallFile
  return data.$ref === undefined
    ? data
    : (readJson(root, posix.normalize(posix.join(posix.dirname(file), data.$ref))) as Schema)
}

/** The fields of a payload that promise a figure of the receipt, by their paths: `promise/fee`. */
export function promisedFields(payload: Schema, within = ''): Record<string, string> {
  return Object.fromEntries(
    Object.entries(payload.properties ?? {}).flatMap(([name, schema]) => {
      const figure = schema['x-promise']
      const nested = Object.entries(promisedFields(schema, `${within}${name}/`))
      return typeof figure === 'string' ? [[`${within}${name}`, figure] as const, ...nested] : nested
    }),
  )
}

function checkPaging(
  root: string,
  { file, payload, data }: CallFile,
  { page, items, next, key, after, cursor, back }: Paging,
  fail: (place: string, sentence: string) => never,
): void {
  if (payload.properties?.[page]?.type !== 'integer') fail('paging/page', 'names no integer of the payload')
  const list = data.properties?.[items]
  if (list?.type !== 'array') fail('paging/items', 'names no list of the data')
  if (!data.properties?.[next]) fail('paging/next', 'names no field of the data')
  const { $ref, ...inline } = list?.items ?? {}
  const row =
    $ref === undefined ? inline : (readJson(root, posix.normalize(posix.join(posix.dirname(file), $ref))) as Schema)
  if (key === undefined ? row.required?.includes('id') : !row.required?.includes(key))
    fail('paging/key', key === undefined ? 'is missing: rows have an id' : 'names no required property of a row')
  // A page that starts at a value of the row before needs no cursor beside it.
  if (back) return
  if (payload.properties?.[after ?? '']?.type !== 'string') fail('paging/after', 'names no text of the payload')
  if (payload.required?.includes(after ?? '')) fail('paging/after', 'is required: the first page has none')
  if (data.properties?.[cursor ?? '']?.type !== 'string') fail('paging/cursor', 'names no text of the data')
}

export interface NamedSchema {
  file: string
  name: string
  schema: Schema
}

/** Reads the entities of the contract. Throws SchemaError for a schema outside of the dialect. */
export function readEntities(root: string): NamedSchema[] {
  return jsonFiles(root, 'schemas/entities').map((file) => {
    const schema = readJson(root, file)
    checkDialect(schema, file)
    return { file, name: posix.basename(file, '.json'), schema }
  })
}

export interface LiveFile {
  file: string
  event: string
  from: 'client' | 'server'
  description: string
  payload: Schema
  ack?: Schema
}

/** Reads the live messages of the contract. Throws SchemaError for an invalid one. */
export function readLive(root: string): LiveFile[] {
  return jsonFiles(root, 'schemas/live').map((file) => {
    const liveFile = readJson(root, file) as LiveFile
    if (liveFile.event !== posix.basename(file, '.json'))
      throw new SchemaError(file, 'event', 'differs from the name of the file')
    if (liveFile.from !== 'client' && liveFile.from !== 'server')
      throw new SchemaError(file, 'from', 'is client or server')
    checkDialect(liveFile.payload, file, 'payload')
    if (liveFile.ack) checkDialect(liveFile.ack, file, 'ack')
    return { ...liveFile, file }
  })
}

export interface FormFile {
  file: string
  id: string
  schema: Schema
  uiSchema: Record<string, unknown>
  rules: { check: string; field: string; message: string }[]
}

/** Every form as its file has it. The compiler reports faults in them itself. */
export const readForms = (root: string): FormFile[] =>
  jsonFiles(root, 'schemas/forms').map((file) => {
    const { schema, uiSchema = {}, rules = [] } = readJson(root, file) as Partial<FormFile>
    return { schema: schema ?? {}, uiSchema, rules, file, id: posix.basename(file, '.json') }
  })
