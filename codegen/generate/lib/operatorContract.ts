import { existsSync } from 'node:fs'
import { join, posix } from 'node:path'
import { checkDialect, type Schema } from './schema.ts'
import { jsonFiles, readJson, SchemaError } from './files.ts'
import type { NamedSchema } from './contract.ts'

export const OPERATOR_FOLDER = 'schemas/operatorApi'

/** Authentication of a request: none, the key of the server, a session whose setup is not complete, or a session. */
const SESSIONS = ['none', 'key', 'setup', 'full'] as const

export interface OperatorCallFile {
  file: string
  call: string
  method: 'GET' | 'POST'
  session: (typeof SESSIONS)[number]
  /** `credentials`: its fields or its data have secrets, which are never stored; it is not idempotent. */
  effect: 'read' | 'write' | 'credentials'
  /** Permission that one of the operator's roles has; absent: none is needed. */
  permission?: string
  /** A read of personal data, which is written to the audit log. */
  personal?: true
  description: string
  payload: Schema
  data: Schema
  errors: string[]
  paging?: { page: string; items: string; next: string }
}

export interface OperatorError {
  status: number
  /** In English, with the parameters in braces. */
  message: string
  params: Record<string, Schema>
}

export interface OperatorRoles {
  /** Description of each permission. */
  permissions: Record<string, string>
  roles: Record<string, { description: string; permissions: string[] }>
}

export interface OperatorContract {
  calls: OperatorCallFile[]
  entities: NamedSchema[]
  errors: Record<string, OperatorError>
  table: OperatorRoles
}

const KEYS = new Set([
  'call',
  'method',
  'session',
  'effect',
  'permission',
  'personal',
  'description',
  'payload',
  'data',
  'errors',
  'paging',
])

/** Reads and checks the contract of the operators; null if the project has none. */
export function readOperatorContract(root: string): OperatorContract | null {
  if (!existsSync(join(root, OPERATOR_FOLDER))) return null
  const errors = readErrors(root)
  const table = readRoles(root)
  const entities = jsonFiles(root, `${OPERATOR_FOLDER}/entities`).map((file) => {
    const schema = readJson(root, file)
    checkDialect(schema, file)
    return { file, name: posix.basename(file, '.json'), schema }
  })
  const calls = jsonFiles(root, `${OPERATOR_FOLDER}/api`).map((file) => readCall(root, file, errors, table))
  const used = new Set(calls.map(({ permission }) => permission))
  for (const permission of Object.keys(table.permissions))
    if (!used.has(permission)) throw new SchemaError(`${OPERATOR_FOLDER}/roles.json`, permission, 'no call needs it')
  return { calls, entities, errors, table }
}

function readErrors(root: string): Record<string, OperatorError> {
  const file = `${OPERATOR_FOLDER}/errors.json`
  const errors = readJson(root, file) as Record<string, OperatorError>
  for (const [code, { status, message, params }] of Object.entries(errors)) {
    if (!/^[a-z][A-Za-z0-9]*$/.test(code)) throw new SchemaError(file, code, 'a code is camelCase')
    if (!Number.isInteger(status) || status < 400 || status > 599)
      throw new SchemaError(file, `${code}/status`, 'is an HTTP status from 400 to 599')
    for (const [name, schema] of Object.entries(params)) checkDialect(schema, file, `${code}/params/${name}`)
    for (const [, name = ''] of message.matchAll(/\{(\w+)\}/g))
      if (!Object.hasOwn(params, name)) throw new SchemaError(file, `${code}/message`, `{${name}} is no parameter`)
  }
  return errors
}

function readRoles(root: string): OperatorRoles {
  const file = `${OPERATOR_FOLDER}/roles.json`
  const table = readJson(root, file) as OperatorRoles
  for (const [role, { permissions }] of Object.entries(table.roles))
    for (const permission of permissions)
      if (!Object.hasOwn(table.permissions, permission))
        throw new SchemaError(file, `roles/${role}`, `there is no permission "${permission}"`)
  return table
}

function readCall(
  root: string,
  file: string,
  errors: Readonly<Record<string, OperatorError>>,
  { permissions }: OperatorRoles,
): OperatorCallFile {
  const call = readJson(root, file) as OperatorCallFile
  const fail = (place: string, sentence: string): never => {
    throw new SchemaError(file, place, sentence)
  }
  for (const key of Object.keys(call)) if (!KEYS.has(key)) fail(key, 'no call file has this')
  const id = file.slice(`${OPERATOR_FOLDER}/api/`.length, -'.json'.length)
  if (call.call !== id) fail('call', `the path of the file says "${id}"`)
  if (call.method !== 'GET' && call.method !== 'POST') fail('method', 'is GET or POST')
  if (!SESSIONS.includes(call.session)) fail('session', `is one of ${SESSIONS.join(', ')}`)
  if (!['read', 'write', 'credentials'].includes(call.effect)) fail('effect', 'is read, write or credentials')
  if ((call.method === 'GET') !== (call.effect === 'read')) fail('effect', 'a GET reads, a POST does not')
  if (call.permission !== undefined && !Object.hasOwn(permissions, call.permission))
    fail('permission', `there is no permission "${call.permission}"`)
  if (call.permission !== undefined && call.session !== 'full') fail('permission', 'needs a session')
  if (typeof call.description !== 'string' || call.description === '') fail('description', 'is missing')
  checkDialect(call.payload, file, 'payload')
  checkDialect(call.data, file, 'data')
  if (call.payload.type !== 'object') fail('payload', 'is an object')
  for (const code of call.errors) if (!Object.hasOwn(errors, code)) fail(`errors/${code}`, 'is not in errors.json')
  if (call.paging) {
    if (call.payload.properties?.[call.paging.page]?.type !== 'integer')
      fail('paging/page', 'names no integer of the payload')
    if (call.data.properties?.[call.paging.items]?.type !== 'array') fail('paging/items', 'names no list of the data')
    if (!call.data.properties?.[call.paging.next]) fail('paging/next', 'names no field of the data')
  }
  return { ...call, file }
}

/** Codes that the framework refuses with, beside those of the call's file. */
export function commonOperatorRefusals({ session, effect, permission }: OperatorCallFile): string[] {
  return [
    'parameterError',
    'missingParameter',
    'tooManyRequests',
    ...(session === 'none' ? [] : [session === 'key' ? 'wrongKey' : 'sessionExpired']),
    ...(session === 'full' ? ['setupRequired'] : []),
    ...(permission === undefined ? [] : ['permissionDenied']),
    ...(session === 'full' && effect === 'write' ? ['idempotencyKeyInvalid', 'idempotencyKeyReused'] : []),
  ]
}
