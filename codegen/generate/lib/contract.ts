import { existsSync } from 'node:fs'
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
  /** What is said, other than missingParameter, where a field is missing or empty. */
  missing?: Record<string, string>
  success?: string
  extension?: boolean
  needs?: string[]
  paging?: { page: string; items: string; next: string; back?: true }
  forms?: { by?: string; of: string | Record<string, string> }
}

const KEYS = new Set([
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
  'success',
  'extension',
  'needs',
  'paging',
  'forms',
])

/** Every call of schemas/api, checked. */
export function readCalls(root: string): CallFile[] {
  const errors = readJson(root, 'schemas/errors.json') as Record<string, unknown>
  const successes = readJson(root, 'schemas/successes.json') as Record<string, unknown>
  const calls = jsonFiles(root, 'schemas/api').map((file) => {
    const found = readJson(root, file) as CallFile
    const fail = (place: string, sentence: string): never => {
      throw new SchemaError(file, place, sentence)
    }
    for (const key of Object.keys(found)) if (!KEYS.has(key)) fail(key, 'no call file has this')
    const id = file.slice('schemas/api/'.length, -'.json'.length)
    if (found.call !== id) fail('call', `the path of the file says "${id}"`)
    if (found.method !== 'GET' && found.method !== 'POST') fail('method', 'is GET or POST')
    if (typeof found.auth !== 'boolean') fail('auth', 'is true or false')
    if (!['read', 'write', 'session', 'money'].includes(found.effect))
      fail('effect', 'is read, write, session or money')
    if (found.method === 'GET' && found.effect !== 'read') fail('effect', 'a GET only reads')
    if (typeof found.description !== 'string' || found.description === '') fail('description', 'is missing')
    checkDialect(found.payload, file, 'payload')
    checkDialect(found.data, file, 'data')
    if (found.payload.type !== 'object') fail('payload', 'is an object')
    if (Object.hasOwn(found.payload.properties ?? {}, 'lang'))
      fail('payload/lang', 'stands in every payload: leave it out')
    for (const code of found.errors ?? fail('errors', 'is missing'))
      if (!Object.hasOwn(errors, code)) fail(`errors/${code}`, 'is not in schemas/errors.json')
    for (const [name, code] of Object.entries(found.missing ?? {})) {
      if (!found.payload.required?.includes(name)) fail(`missing/${name}`, 'names no required field of the payload')
      if (!found.errors.includes(code)) fail(`missing/${name}`, `"${code}" is not among the errors`)
    }
    if (found.success !== undefined && !Object.hasOwn(successes, found.success))
      fail('success', `"${found.success}" is not in schemas/successes.json`)
    if (found.paging) {
      if (found.payload.properties?.[found.paging.page]?.type !== 'integer')
        fail('paging/page', 'names no integer of the payload')
      if (found.data.properties?.[found.paging.items]?.type !== 'array')
        fail('paging/items', 'names no list of the data')
      if (!found.data.properties?.[found.paging.next]) fail('paging/next', 'names no field of the data')
    }
    for (const form of typeof found.forms?.of === 'string' ? [found.forms.of] : Object.values(found.forms?.of ?? {})) {
      if (!existsSync(join(root, `schemas/forms/${form}.json`)))
        fail('forms', `schemas/forms/${form}.json is not there`)
    }
    return { ...found, file }
  })
  if (calls.length === 0) throw new SchemaError('schemas/api', '', 'holds no call')
  return calls
}

export interface NamedSchema {
  file: string
  name: string
  schema: Schema
}

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

export function readLive(root: string): LiveFile[] {
  return jsonFiles(root, 'schemas/live').map((file) => {
    const found = readJson(root, file) as LiveFile
    if (found.event !== posix.basename(file, '.json'))
      throw new SchemaError(file, 'event', 'differs from the name of the file')
    if (found.from !== 'client' && found.from !== 'server') throw new SchemaError(file, 'from', 'is client or server')
    checkDialect(found.payload, file, 'payload')
    if (found.ack) checkDialect(found.ack, file, 'ack')
    return { ...found, file }
  })
}

export interface FormFile {
  file: string
  id: string
  schema: Schema
  uiSchema: Record<string, unknown>
  rules: { check: string; field: string; message: string }[]
}

/** Every form as its file has it. What the compiler checks of them it reports itself. */
export const readForms = (root: string): FormFile[] =>
  jsonFiles(root, 'schemas/forms').map((file) => {
    const { schema, uiSchema = {}, rules = [] } = readJson(root, file) as Partial<FormFile>
    return { schema: schema ?? {}, uiSchema, rules, file, id: posix.basename(file, '.json') }
  })
