import { HEADER, literal, pascal, readJson, type Files } from './lib/files.ts'
import {
  commonOperatorRefusals,
  readOperatorContract,
  type OperatorCallFile,
  type OperatorContract,
} from './lib/operatorContract.ts'
import { readEntities } from './lib/contract.ts'
import { checkDialect } from './lib/schema.ts'
import { ValidatorModule } from './lib/standalone.ts'
import { closed, TypeFile } from './lib/types.ts'
import { typedFields } from './lib/typed.ts'

const FOLDER = 'src/generated/operatorApi'
const SETTINGS = 'schemas/operatorServer.json'

/** Types, facts, errors, roles and validators of the operators' calls. */
export default async function generate(root: string): Promise<Files> {
  const contract = readOperatorContract(root)
  if (!contract) return new Map()
  return new Map([
    [`${FOLDER}/calls.ts`, await callTypes(contract)],
    [`${FOLDER}/errors.ts`, await errorTypes(contract)],
    [`${FOLDER}/contract.ts`, facts(contract)],
    [`${FOLDER}/validators.js`, validators(root, contract)],
    [
      `${FOLDER}/validators.d.ts`,
      `${HEADER}import type { OperatorCalls } from './calls.ts'
import type { Validate } from '../validators/validate.ts'

export const payload: { readonly [C in keyof OperatorCalls]: Validate<OperatorCalls[C]['payload']> }
export const data: { readonly [C in keyof OperatorCalls]: Validate<OperatorCalls[C]['data']> }
`,
    ],
  ])
}

async function callTypes({ calls, entities }: OperatorContract): Promise<string> {
  const types = new TypeFile(FOLDER)
  for (const { name } of entities) types.declare(pascal(name))
  for (const { file, name, schema } of entities)
    types.add(pascal(name), { description: name, ...types.read(schema, file) })
  const members = calls.map(({ call, description, file, payload, data }) => [
    call,
    { description, ...closed({ payload: types.read(payload, file), data: types.read(data, file) }) },
  ])
  types.add('OperatorCalls', {
    description: 'Payload and data of every call of the operators, by its id.',
    ...closed(Object.fromEntries(members)),
  })
  return `${await types.write()}\nexport type OperatorCallId = keyof OperatorCalls\n`
}

async function errorTypes({ errors }: OperatorContract): Promise<string> {
  const types = new TypeFile(FOLDER)
  const file = 'schemas/operatorApi/errors.json'
  const params = Object.entries(errors).map(([code, { params: properties }]) => [
    code,
    types.read({ type: 'object', properties, required: Object.keys(properties), additionalProperties: false }, file),
  ])
  types.add('OperatorErrorParams', {
    description: 'Parameters of each refusal.',
    ...closed(Object.fromEntries(params)),
  })
  return `${await types.write()}
export type OperatorErrorCode = keyof OperatorErrorParams

/** HTTP status and English message of each refusal; parameters are in braces. */
export const operatorErrors: Readonly<Record<OperatorErrorCode, { status: number; message: string }>> = {
${Object.entries(errors)
  .map(([code, { status, message }]) => `  ${code}: { status: ${status}, message: ${literal(message)} },\n`)
  .join('')}}
`
}

function factsOf(call: OperatorCallFile): object {
  const properties = Object.entries(call.payload.properties ?? {})
  const named = (test: (schema: (typeof properties)[number][1]) => boolean) =>
    properties.filter(([, schema]) => test(schema)).map(([name]) => name)
  return {
    method: call.method,
    session: call.session,
    effect: call.effect,
    ...(call.permission !== undefined && { permission: call.permission }),
    personal: call.personal === true,
    errors: [...new Set([...call.errors, ...commonOperatorRefusals(call)])],
    integers: named(({ type }) => [type].flat().includes('integer')),
    booleans: named(({ type }) => [type].flat().includes('boolean')),
    typed: typedFields(properties),
    secrets: named((schema) => schema['x-secret'] === true),
  }
}

function facts({ calls, table }: OperatorContract): string {
  const { permissions, roles } = table
  const lines = calls.map((call) => `  '${call.call}': ${JSON.stringify(factsOf(call))},\n`)
  return `${HEADER}import type { TypedKind } from '../../engine/language/texts/typedText.ts'
import type { OperatorCallId } from './calls.ts'
import type { OperatorErrorCode } from './errors.ts'

/** Description of each permission. */
export const permissions = ${JSON.stringify(permissions, null, 2)} as const
export type Permission = keyof typeof permissions

/** The permissions of each role. */
export const roles = ${JSON.stringify(roles, null, 2)} as const satisfies Record<
  string,
  { description: string; permissions: readonly Permission[] }
>
export type Role = keyof typeof roles

export interface OperatorCallFacts {
  method: 'GET' | 'POST'
  /** Credential of a request: none, the key of the server, a session that still has to be set up, or a session. */
  session: 'none' | 'key' | 'setup' | 'full'
  /** credentials: its fields or its data have secrets, which are never stored; it is not idempotent. */
  effect: 'read' | 'write' | 'credentials'
  permission?: Permission
  /** A read of personal data, which is written to the audit log. */
  personal: boolean
  /** Everything the call may refuse with. */
  errors: readonly OperatorErrorCode[]
  /** Names of fields of a type, for queries. */
  integers: readonly string[]
  booleans: readonly string[]
  /** Texts that people type, with their normalizers. */
  typed: Readonly<Record<string, TypedKind>>
  /** Fields that are never stored in the audit log. */
  secrets: readonly string[]
}

export const operatorContract: Readonly<Record<OperatorCallId, OperatorCallFacts>> = {
${lines.join('')}}
`
}

function validators(root: string, { calls, entities }: OperatorContract): string {
  const settings = readJson(root, SETTINGS)
  checkDialect(settings, SETTINGS)
  const module = new ValidatorModule(
    [...readEntities(root), ...entities, { file: SETTINGS, name: 'operatorServer', schema: settings }],
    'closed',
    'whole',
  )
  const maps = (['payload', 'data'] as const).map((map) => {
    const members = calls.map((call) => {
      const name = `${map}_${call.call.replace(/\W/g, '_')}`
      module.add(name, call[map], call.file)
      return `  '${call.call}': ${name},\n`
    })
    return `export const ${map} = {\n${members.join('')}};\n`
  })
  return `${module.code()}\n${maps.join('')}`
}
