import type { FastifyRequest } from 'fastify'
import { contract, type CallFacts } from '../../../generated/contract.ts'
import { payload as validators } from '../../../generated/validators/index.js'
import type { CallId } from '../../../generated/calls.ts'
import { readTyped } from '../../../engine/language/texts/typedText.ts'
import { checkRules, namesIn } from '../../../engine/language/forms/rules.ts'
import type { FormDef } from '../../../engine/language/expressions/program.ts'
import type { ErrorCode } from '../../../generated/errors.ts'
import { ERROR_CODES } from '../../../generated/errors.ts'
import { Refusal, refuse } from '../errors.ts'
import type { UploadedFile } from '../../handler.ts'
import { compileFormCheck, type FormCheck } from './forms.ts'
import { MalformedBodyError, parseJson } from './json.ts'

export type Fields = Record<string, unknown>

/** Facts of a call that decide how its fields are decoded. */
type FieldFacts = Pick<CallFacts, 'method' | 'integers' | 'booleans' | 'typed' | 'structured' | 'files'>

/** Reads the fields of the query, form, JSON or multipart body; text is converted to the types of the contract, and read as people type it where it says so. */
export async function readFields(request: FastifyRequest, meta: FieldFacts): Promise<Fields> {
  const fields = await readRaw(request, meta)
  for (const [name, kind] of Object.entries(meta.typed)) {
    const text = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (typeof text === 'string') fields[name] = readTyped(kind, text)
  }
  return fields
}

async function readRaw(request: FastifyRequest, meta: FieldFacts): Promise<Fields> {
  if (meta.method === 'GET')
    return fromText(new URLSearchParams(request.raw.url?.split('?').slice(1).join('?') ?? ''), meta)
  if (meta.files.length > 0) return await fromParts(request, meta)
  const { body } = request
  if (body instanceof URLSearchParams) return fromText(body, meta)
  if (body === undefined) return {}
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new MalformedBodyError('The body is no object')
  return { ...(body as Fields) }
}

function fromText(pairs: Iterable<[string, string]>, meta: FieldFacts): Fields {
  const fields: Fields = Object.create(null) as Fields
  for (const [name, text] of pairs) {
    if (Object.hasOwn(fields, name)) throw new MalformedBodyError(`The field ${name} came twice`)
    fields[name] = decode(name, text, meta)
  }
  return { ...fields }
}

/** Only canonical numbers are converted; any other text stays text, and the schema refuses it. Lists and objects are JSON. */
function decode(name: string, text: string, meta: FieldFacts): unknown {
  if (meta.integers.includes(name) && /^-?(0|[1-9]\d{0,15})$/.test(text)) return Number(text)
  if (meta.booleans.includes(name) && (text === 'true' || text === 'false')) return text === 'true'
  if (meta.structured.includes(name)) return parseJson(text)
  return text
}

async function fromParts(request: FastifyRequest, meta: FieldFacts): Promise<Fields> {
  if (!request.isMultipart()) throw new MalformedBodyError('The body is no multipart form')
  try {
    return await readParts(request, meta)
  } catch (error) {
    // Parser errors without a status (missing boundary, truncated body) are the client's fault.
    if (
      error instanceof MalformedBodyError ||
      error instanceof Refusal ||
      (error instanceof Error && 'statusCode' in error)
    )
      throw error
    throw new MalformedBodyError('The body is no whole multipart form')
  }
}

async function readParts(request: FastifyRequest, meta: FieldFacts): Promise<Fields> {
  const fields: Fields = Object.create(null) as Fields
  for await (const part of request.parts()) {
    if (Object.hasOwn(fields, part.fieldname)) throw new MalformedBodyError(`The field ${part.fieldname} came twice`)
    if (part.type === 'field') {
      if (meta.files.includes(part.fieldname)) throw refuse('parameterError', { field: part.fieldname })
      fields[part.fieldname] = decode(part.fieldname, String(part.value), meta)
    } else {
      const content = await part.toBuffer()
      const file: UploadedFile = { content, truncated: part.file.truncated }
      fields[part.fieldname] = meta.files.includes(part.fieldname) ? file : '(file)'
    }
  }
  return { ...fields }
}

export type Forms = Readonly<Record<string, FormDef>>

/** Throws `missingParameter` or `parameterError` with the field's name unless the fields match the call's payload and the rules of its form in `forms`. */
export function checkPayload(call: CallId, fields: Fields, forms: Forms): void {
  for (const [name, code] of Object.entries(contract[call].missing ?? {}))
    if (!Object.hasOwn(fields, name) || fields[name] === '') throw new Refusal(code, {})
  const valueOf = (name: string): unknown => (Object.hasOwn(fields, name) ? fields[name] : undefined)
  const validate = validators[call]
  if (!validate(fields)) {
    const error = validate.errors?.[0]
    const at = error?.instancePath.slice(1).replaceAll('/', '.') ?? ''
    if (error?.keyword === 'required') throw refuse('missingParameter', { name: String(error.params.missingProperty) })
    const extra = error?.keyword === 'additionalProperties' ? String(error.params.additionalProperty).slice(0, 64) : ''
    throw refuse('parameterError', { field: at || extra || null })
  }
  const form = formOf(call, fields, forms)
  if (!form) return
  const failure = form.check(fields)
  if (failure)
    throw 'missing' in failure
      ? refuse('missingParameter', { name: failure.missing })
      : refuse('parameterError', { field: failure.field || null })
  for (const [field, { key }] of checkRules(form, valueOf, new Map())) {
    const code = key.startsWith('error.') ? key.slice('error.'.length) : ''
    throw ERROR_CODES.has(code) ? new Refusal(code as ErrorCode, {}) : refuse('parameterError', { field })
  }
}

/** The part of a form the server can check: its check reads sent fields only; rules that read others are omitted. */
interface ServerForm extends Pick<FormDef, 'schema' | 'rules'> {
  check: FormCheck
}

function formOf(call: CallId, fields: Fields, forms: Forms): ServerForm | null {
  const formLink = contract[call].forms
  const name = typeof formLink?.of === 'object' ? formLink.of[String(fields[formLink.by ?? ''])] : formLink?.of
  return name === undefined ? null : serverForm(call, name, forms)
}

/** Cache per revision: a revision's forms are one object while it is live. */
const compiled = new WeakMap<Forms, Map<string, ServerForm>>()

function serverForm(call: CallId, name: string, forms: Forms): ServerForm {
  const key = `${call} ${name}`
  let byName = compiled.get(forms)
  if (!byName) compiled.set(forms, (byName = new Map()))
  let form = byName.get(key)
  if (!form) {
    const definition = Object.hasOwn(forms, name) ? forms[name] : undefined
    if (!definition) throw new Error(`There is no form ${name}`)
    const { fields, files } = contract[call]
    const sent = new Set(fields)
    const rules = definition.rules.filter(({ check }) => [...namesIn(check)].every((property) => sent.has(property)))
    form = { schema: definition.schema, rules, check: compileFormCheck(definition.schema, sent, new Set(files)) }
    byName.set(key, form)
  }
  return form
}
