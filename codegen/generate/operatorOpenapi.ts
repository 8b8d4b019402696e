import { examplesOf, type Examples } from './lib/examples.ts'
import { pascal, versionOf, type Files } from './lib/files.ts'
import {
  commonOperatorRefusals,
  readOperatorContract,
  type OperatorCallFile,
  type OperatorContract,
} from './lib/operatorContract.ts'
import {
  entityComponents,
  linesOf,
  oneOf,
  usedComponents,
  wireSchema,
  withoutNull,
  type WireSchema,
} from './lib/wire.ts'
import { readJson } from './lib/files.ts'
import type { Schema } from './lib/schema.ts'

const DESCRIPTION = `The calls of the operators, apart from those of the users.

**A reply** is the data of the call with HTTP status 200, or a refusal \`{code, message, params}\` with the status of its code. Messages are in English.

**The session** is the token of a login, in the header \`Authorization: Bearer\`. A login needs name, password and the code of an authenticator app; a temporary password begins a session that permits only the setup of both.

**Permissions.** \`x-permission\` of an operation is what one of the operator's roles must have; \`operators/roles\` has the table. Every change and every denied permission is in the audit log (\`audit/list\`), and so is every read of personal data (\`x-personal\`).

**A change** (\`x-effect: write\`) may carry the header \`Idempotency-Key\`: with the same key it is made once, and the reply is the same.

**Money is a decimal string**, **time is Unix seconds**, as in the calls of the users; so are \`x-unit\`, \`x-unit-ref\` and \`x-paging\`.

Examples are exchanges of the tests with the sandbox server; lists are cut after two rows.`

/** An OpenAPI 3.1 document of the calls of the operators, which the server serves. Its examples are the exchanges that the tests of the server have recorded. */
export default function operatorOpenapi(root: string): Files {
  const contract = readOperatorContract(root)
  if (!contract) return new Map()
  const { calls, entities, errors } = contract
  const settings = readJson(root, 'schemas/operatorServer.json') as Schema
  const components: Record<string, WireSchema> = {
    ...entityComponents(root),
    ...Object.fromEntries(entities.map(({ name, schema }) => [pascal(name), wireSchema(schema)])),
    OperatorServer: wireSchema(settings),
  }
  for (const [code, { message, params }] of Object.entries(errors))
    components[`refusal.${code}`] = {
      description: message,
      type: 'object',
      properties: {
        code: { const: code },
        message: { type: 'string' },
        params: {
          type: 'object',
          properties: Object.fromEntries(Object.entries(params).map(([name, schema]) => [name, wireSchema(schema)])),
          required: Object.keys(params),
          additionalProperties: false,
        },
      },
      required: ['code', 'message', 'params'],
      additionalProperties: false,
    }
  const tags = [...new Set(calls.map(tagOf))].toSorted()
  const paths = Object.fromEntries(
    calls.map((call) => [
      `/${call.call}`,
      { [call.method.toLowerCase()]: operation(call, contract, examplesOf(root, 'operatorCalls', call.call)) },
    ]),
  )
  const document = {
    openapi: '3.1.0',
    info: { title: 'Calls of operators', version: versionOf(root), description: DESCRIPTION },
    servers: [{ url: '/operator/api', description: 'This server' }],
    tags: tags.map((name) => ({ name, description: `Calls whose address begins with ${name}` })),
    paths,
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', description: 'The token of a login' },
        operatorKey: { type: 'http', scheme: 'bearer', description: 'The operator key of the server' },
      },
      schemas: usedComponents({ paths }, components),
    },
  }
  return new Map([['src/generated/operatorApi/openapi.json', linesOf(document)]])
}

const tagOf = ({ call }: OperatorCallFile): string => call.split('/', 1)[0] ?? call

function operation(call: OperatorCallFile, { errors }: OperatorContract, examples: Examples | null): object {
  const codes = [...new Set([...call.errors, ...commonOperatorRefusals(call), 'illegalRequest', 'serverError'])]
  const byStatus = new Map<number, string[]>()
  for (const code of codes) {
    const { status = 500 } = errors[code] ?? {}
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  const refusals = [...byStatus].toSorted(([a], [b]) => a - b)
  const parameters = [
    ...(call.method === 'GET' ? queryOf(call, examples) : []),
    ...(call.effect === 'write' ? [KEY] : []),
  ]
  return {
    operationId: call.call.replaceAll('/', '_'),
    tags: [tagOf(call)],
    summary: call.call,
    description: call.description,
    'x-effect': call.effect,
    ...(call.permission !== undefined && { 'x-permission': call.permission }),
    ...(call.personal && { 'x-personal': true }),
    ...(call.paging && { 'x-paging': call.paging }),
    security: call.session === 'none' ? [] : [{ [call.session === 'key' ? 'operatorKey' : 'session']: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(call.method === 'POST' && {
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: wireSchema(call.payload),
            ...(examples && { examples: { ok: { value: examples.ok.payload } } }),
          },
        },
      },
    }),
    responses: {
      200: {
        description: 'The data',
        content: {
          'application/json': {
            schema: wireSchema(call.data),
            ...(examples && { examples: { ok: { summary: call.call, value: examples.ok.reply } } }),
          },
        },
      },
      ...Object.fromEntries(
        refusals.map(([status, list]) => [
          status,
          {
            description: list.join(', '),
            content: {
              'application/json': {
                schema: oneOf(list.map((code) => ({ $ref: `#/components/schemas/refusal.${code}` }))),
                ...refusalExamples(list, examples),
              },
            },
          },
        ]),
      ),
    },
  }
}

/** The recorded refusals, each with what it answers. */
function refusalExamples(codes: readonly string[], examples: Examples | null): object {
  const recorded = codes.flatMap((code) => {
    const exchange = examples?.refusals[code]
    const summary = `${code}: the reply to ${JSON.stringify(exchange?.payload)}`
    return exchange ? [[code, { summary, value: exchange.reply }]] : []
  })
  return recorded.length > 0 ? { examples: Object.fromEntries(recorded) as object } : {}
}

const KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Made by the client for this change; the same in every repetition of it',
  schema: { type: 'string', minLength: 8, maxLength: 128, pattern: String.raw`^[\x21-\x7e]+$` },
}

const queryOf = ({ payload }: OperatorCallFile, examples: Examples | null): object[] =>
  Object.entries(payload.properties ?? {}).map(([name, schema]) => {
    const { description, ...rest } = withoutNull(wireSchema(schema))
    const example = examples?.ok.payload[name]
    return {
      name,
      in: 'query',
      ...(payload.required?.includes(name) && { required: true }),
      ...(description !== undefined && { description }),
      schema: rest,
      ...(example !== undefined && example !== null && { example }),
    }
  })
