import { posix } from 'node:path'
import { promisedFields, readCalls, readEntities, readLive } from './lib/contract.ts'
import type { Schema } from './lib/schema.ts'
import { HEADER, pascal, type Files } from './lib/files.ts'
import { closed, TypeFile } from './lib/types.ts'
import { typedFields } from './lib/typed.ts'

/** Types of entities, calls and live messages, and what the server has to know of each call. */
export default async function generate(root: string): Promise<Files> {
  const files: Files = new Map()

  const entities = new TypeFile()
  const named = readEntities(root)
  for (const { name } of named) entities.declare(pascal(name))
  for (const { file, name, schema } of named)
    entities.add(pascal(name), { description: name, ...entities.read(schema, file) })

  const calls = readCalls(root)
  const entitySchemas = new Map(named.map(({ file, schema }) => [file, schema]))
  const types = new TypeFile()
  const members = calls.map(({ call, description, auth, file, ...definition }) => [
    call,
    {
      description,
      ...closed({
        auth: { const: auth },
        payload: types.read(definition.payload, file),
        data: types.read(definition.data, file),
      }),
    },
  ])
  types.add('Calls', {
    description: 'Payload and data of every call, by its id. The field `lang` is added to each payload on its way.',
    ...closed(Object.fromEntries(members)),
  })

  const facts = calls.map((call) => {
    const properties = Object.entries(call.payload.properties ?? {})
    const typeOf = ({ type, $ref }: Schema) =>
      $ref === undefined ? type : entitySchemas.get(posix.join(posix.dirname(call.file), $ref))?.type
    const ofType = (type: string) =>
      properties.filter(([, schema]) => [typeOf(schema)].flat().includes(type)).map(([name]) => name)
    const about = {
      method: call.method,
      auth: call.auth,
      effect: call.effect,
      errors: call.errors,
      ...(call.missing && { missing: call.missing }),
      ...(call.success && { success: call.success }),
      fields: properties.map(([name]) => name),
      integers: ofType('integer'),
      booleans: ofType('boolean'),
      typed: typedFields(properties),
      structured: [...ofType('array'), ...ofType('object')],
      files: properties.filter(([, schema]) => schema.format === 'file').map(([name]) => name),
      needs: call.needs ?? [],
      ...(call.forms && { forms: call.forms }),
      ...(call.stepUp && { stepUp: call.stepUp }),
      ...(call.selfLimit && { selfLimit: call.selfLimit }),
      ...(hasSecret(call.data, call.file, entitySchemas) && { isSecret: true }),
      ...(call.receipt && { receipt: call.receipt.kind, promise: promisedFields(call.payload) }),
    }
    return `  '${call.call}': ${JSON.stringify(about)},\n`
  })
  files.set(
    'src/generated/contract.ts',
    `${HEADER}import type { TypedKind } from '../engine/language/texts/typedText.ts'
import type { CallId } from './calls.ts'
import type { ErrorCode, SuccessCode } from './errors.ts'

/** A proof that a user can give besides the session. */
export type Factor = 'authenticator' | 'password' | 'code'

export interface CallFacts {
  method: 'GET' | 'POST'
  auth: boolean
  effect: 'read' | 'write' | 'session' | 'money'
  /** Error codes of the call, beside those of every call. */
  errors: readonly ErrorCode[]
  /** Error codes, other than missingParameter, of fields that are missing or empty. */
  missing?: Readonly<Record<string, ErrorCode>>
  success?: SuccessCode
  /** Names of the payload's fields. */
  fields: readonly string[]
  /** Those of a type, for queries and forms, where all are text. */
  integers: readonly string[]
  booleans: readonly string[]
  /** Texts that people type, with their normalizers. */
  typed: Readonly<Record<string, TypedKind>>
  /** Lists and objects. */
  structured: readonly string[]
  files: readonly string[]
  /** Access rules that the server enforces: its own rules in the handler, and the payment password by a proof (\`payProof\`). */
  needs: readonly string[]
  /** Forms whose fields and rules the payload keeps: one, or one for each value of the field \`by\`. */
  forms?: { by?: string; of: string | Readonly<Record<string, string>> }
  /**
   * Factors that the server requires besides the session, by a proof of safe/step_up (\`stepUpProof\`): the first alternative of which
   * the user has all. \`by\` names the field whose value the proof is bound to; \`of\` lists the values that require it, \`when\` names
   * the condition of the server.
   */
  stepUp?: { factors: readonly (readonly Factor[])[]; by?: string; of?: readonly string[]; when?: string }
  /**
   * A break that the user has taken refuses the call with real money, and so does the user's own limit of the kind \`limit\`. \`amount\` names
   * the field with what counts towards it; \`of\` lists the restricted values of the field \`by\`.
   */
  selfLimit?: { limit?: string; amount?: string; by?: string; of?: readonly string[] }
  /** The data has a secret, such as the token of a session: the reply is never compressed, so that its length says nothing of the secret. */
  isSecret?: true
  /** Of a call of effect "money": the kind of record of its receipts. */
  receipt?: string
  /** Paths of the payload's fields that the user confirmed as figures of the receipt. */
  promise?: Readonly<Record<string, string>>
}

export const contract: Readonly<Record<CallId, CallFacts>> = {
${facts.join('')}}
`,
  )

  const live = new TypeFile()
  for (const [from, name] of [
    ['client', 'ClientEvents'],
    ['server', 'ServerEvents'],
  ] as const) {
    const events = readLive(root)
      .filter((message) => message.from === from)
      .map(({ event, description, payload, ack, file }) => [
        event,
        { description, ...closed({ payload: live.read(payload, file), ...(ack && { ack: live.read(ack, file) }) }) },
      ])
    live.add(name, { description: `Events of the ${from}.`, ...closed(Object.fromEntries(events)) })
  }
  // Every schema is read before the first is written: a mistake is found at once.
  files.set('src/generated/entities.ts', await entities.write())
  files.set('src/generated/calls.ts', `${await types.write()}\nexport type CallId = keyof Calls\n`)
  files.set('src/generated/live.ts', await live.write())
  return files
}

/** Whether a schema, or an entity that it refers to, has a field with `x-secret`. */
function hasSecret(schema: Schema, file: string, entities: ReadonlyMap<string, Schema>): boolean {
  if (schema['x-secret'] === true) return true
  const inner = [...Object.values(schema.properties ?? {}), ...(schema.oneOf ?? [])]
  if (schema.items) inner.push(schema.items)
  if (typeof schema.additionalProperties === 'object') inner.push(schema.additionalProperties)
  if (inner.some((item) => hasSecret(item, file, entities))) return true
  if (schema.$ref === undefined) return false
  const target = posix.join(posix.dirname(file), schema.$ref)
  const entity = entities.get(target)
  return entity !== undefined && hasSecret(entity, target, entities)
}
