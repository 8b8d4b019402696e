import { readCalls, readEntities, readLive } from './lib/contract.ts'
import { HEADER, pascal, type Files } from './lib/files.ts'
import { TypeWriter } from './lib/typescript.ts'

/** Types of entities, calls and live messages, and what the server has to know of each call. */
export default function generate(root: string): Files {
  const files: Files = new Map()

  const written = readEntities(root).map(({ file, name, schema }) => {
    const writer = new TypeWriter(file)
    return `/** ${schema.description ?? name} */\nexport interface ${pascal(name)} {\n${writer.members(schema, '  ')}}\n`
  })
  files.set('src/generated/entities.ts', `${HEADER}\n${written.join('\n')}`)

  const calls = readCalls(root)
  const entities = new TypeWriter('schemas/api/x.json')
  const members = calls.map((call) => {
    const writer = new TypeWriter(call.file)
    const text = `  /** ${call.description} */\n  '${call.call}': {\n    auth: ${call.auth}\n    payload: ${writer.type(call.payload, '    ')}\n    data: ${writer.type(call.data, '    ')}\n  }\n`
    for (const name of writer.entities) entities.entities.add(name)
    return text
  })
  files.set(
    'src/generated/calls.ts',
    `${HEADER}${entities.imports('./entities.ts')}\n/** Payload and data of every call, by its id. The field \`lang\` is added to each payload on its way. */\nexport interface Calls {\n${members.join('')}}\n\nexport type CallId = keyof Calls\n`,
  )

  const facts = calls.map((call) => {
    const properties = Object.entries(call.payload.properties ?? {})
    const ofType = (type: string) => properties.filter(([, schema]) => [schema.type].flat().includes(type)).map(([name]) => name)
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
      files: properties.filter(([, schema]) => schema.format === 'file').map(([name]) => name),
      needs: call.needs ?? [],
      ...(call.forms && { forms: call.forms }),
    }
    return `  '${call.call}': ${JSON.stringify(about)},\n`
  })
  files.set(
    'src/generated/contract.ts',
    `${HEADER}import type { CallId } from './calls.ts'
import type { ErrorCode, SuccessCode } from './errors.ts'

export interface CallFacts {
  method: 'GET' | 'POST'
  auth: boolean
  effect: 'read' | 'write' | 'session' | 'money'
  /** What the call may refuse with, beside what any call may. */
  errors: readonly ErrorCode[]
  /** What is said, other than missingParameter, where a field is missing or empty. */
  missing?: Readonly<Record<string, ErrorCode>>
  success?: SuccessCode
  /** Names of the payload's fields. */
  fields: readonly string[]
  /** Those of a type, for queries and forms, where all are text. */
  integers: readonly string[]
  booleans: readonly string[]
  files: readonly string[]
  /** Gates that the server asks for: its own rules in the handler, and the payment password by a proof (\`payProof\`). */
  needs: readonly string[]
  /** Forms whose fields and rules the payload keeps: one, or one for each value of the field \`by\`. */
  forms?: { by?: string; of: string | Readonly<Record<string, string>> }
}

export const contract: Readonly<Record<CallId, CallFacts>> = {
${facts.join('')}}
`,
  )

  const live = new TypeWriter('schemas/live/x.json')
  const sides = { client: '', server: '' }
  for (const message of readLive(root)) {
    const ack = message.ack ? `; ack: ${live.type(message.ack, '  ')}` : ''
    sides[message.from] += `  /** ${message.description} */\n  ${message.event}: { payload: ${live.type(message.payload, '  ')}${ack} }\n`
  }
  files.set(
    'src/generated/live.ts',
    `${HEADER}${live.imports('./entities.ts')}\n/** What the client emits. */\nexport interface ClientEvents {\n${sides.client}}\n\n/** What the server emits. */\nexport interface ServerEvents {\n${sides.server}}\n`,
  )
  return files
}

