import { commonRefusalsOf } from '../../src/engine/language/commonRefusals.ts'
import { readCalls, type CallFile } from './lib/contract.ts'
import { examplesOf, type Examples } from './lib/examples.ts'
import { readJson, type Files } from './lib/files.ts'
import { contractVersion } from './lib/version.ts'
import { checkDialect, type Schema } from './lib/schema.ts'
import {
  entityComponents,
  linesOf,
  oneOf,
  usedComponents,
  wireSchema,
  withoutNull,
  type WireSchema,
} from './lib/wire.ts'

const DESCRIPTION = `Every call of the app, generated from the contract.

**A reply** has HTTP status 200 and the envelope \`{type, code, message, params, data}\`. \`type\` is \`ok\`, \`error\` (a refusal; \`data\` is null), or \`999\`: the session has ended, log in again. \`code\` is 1, the code of a success message, or the code of a refusal; apps show their own text for it, with \`params\`. \`message\` is the text of the server. Another HTTP status is a fault: 400, 413 and 415 of a request that cannot be read, 404 of an unknown call, 500 and 503 of the server.

**The session** is the token of a login, in the header \`Authorization\`, without a scheme.

**Versions.** The first number of \`info.version\` is raised by a breaking change. A client ignores fields, values of enumerations and refusals that it does not know.

**Fields.** \`lang\`, a text, belongs to each call; no text is refused as an unknown language. A GET has its fields in the query. In a query and in a form an absent value is left out; a boolean is \`true\` or \`false\`. Unknown and repeated fields are refused.

**Money is a decimal string** (\`"12.50"\`), never a number: format \`decimal\`, at most 24 digits before the point and 12 after it. \`x-unit\` is its unit, \`x-unit-ref\` the property beside it with its currency or symbol (\`^name\`: of the object around it; \`=USDT\`: a literal). **Time is Unix seconds**: format \`unix-seconds\`.

**A call that moves money** (\`x-effect: money\`) carries the header \`Idempotency-Key\`. Send it again with its key after a lost reply: it is executed once, and the reply is the same.

**A call with \`x-step-up\`** requires more of the user than the session. \`stepUpRequired\` names the \`factors\`, and with a code the addresses that can receive it (\`by\`). Send the call again with them as \`stepUp\`; a code for it comes from \`sms_mail\` or \`sms_send_d\` with the purpose \`confirm\`. In a form, \`stepUp\` is JSON. Calls with \`x-needs: payPassword\` take the payment password as \`payPassword\`. Each also takes a proof of an extension in their place, so that a client need not ask the user again after a refusal.

**A call with \`x-self-limit\`** is refused with real money in a break that the user has taken (\`timeOutActive\`, \`selfExcluded\`, with \`until\`), and above the user's own limit of the kind \`limit\`, whose codes begin with \`own\`. \`of\` lists the restricted values of the field \`by\`: with others the call is not restricted.

\`x-extension\`: the call is not part of the original protocol. \`x-needs\`: access rules that it enforces. \`x-missing\`: refusals other than \`missingParameter\` where a field is missing or empty. \`x-receipt\`: the kind of record of its receipts (\`receipt/list\`). \`x-paging\`: the fields of a call that returns one page of a list: \`page\` of the payload, the list, and \`next\`, the value of \`page\` for the next page, or null. \`key\`: the field that identifies a row. A page with a next one may have a \`cursor\`: sent as \`after\` beside \`page\`, it returns the rows after the last row of that page, also if rows have been added or have left the list since. Without \`after\` pages are counted in rows from the first.

Examples are exchanges of the tests with the sandbox server; lists are cut after two rows.`

const envelope = (properties: Record<string, WireSchema>): WireSchema => ({
  type: 'object',
  properties: { ...properties },
  required: Object.keys(properties),
  additionalProperties: false,
})
const TEXT: WireSchema = { type: 'string' }
const refusalName = (code: string): string => `refusal.${code}`
const refusalRef = (code: string): WireSchema => ({ $ref: `#/components/schemas/${refusalName(code)}` })
const LANG: WireSchema = {
  type: 'string',
  description:
    'Language of the texts in the reply, as a BCP 47 tag. The nearest language of the server is used; for a text that is no tag, or without this field, its first language',
}

type ErrorCatalogue = Record<string, { params: Record<string, Schema> }>

/** An OpenAPI 3.1 document of the calls, which the server serves. Its examples are the exchanges that the tests of the server have recorded. */
export default function openapi(root: string): Files {
  const calls = readCalls(root)
  const errors = readJson(root, 'schemas/errors.json') as ErrorCatalogue
  const texts = readJson(root, 'locales/en.json') as Record<string, string>
  const wordsOf = (code: string): string => texts[`error.${code}`] ?? code
  for (const [code, { params }] of Object.entries(errors))
    for (const [name, schema] of Object.entries(params)) checkDialect(schema, 'schemas/errors.json', `${code}/${name}`)
  const refusals = Object.fromEntries(
    Object.entries(errors).map(([code, { params }]) => [
      refusalName(code),
      {
        description: wordsOf(code),
        ...envelope({
          type: { const: code === 'sessionExpired' ? '999' : 'error' },
          code: { const: code },
          message: TEXT,
          params: {
            type: 'object',
            properties: Object.fromEntries(Object.entries(params).map(([name, param]) => [name, wireSchema(param)])),
            required: Object.keys(params),
            additionalProperties: false,
          },
          data: { type: 'null' },
        }),
      },
    ]),
  )
  const faults = Object.fromEntries(
    ['illegalRequest', 'serverError']
      .filter((code) => Object.hasOwn(errors, code))
      .map((code) => [
        code,
        { description: wordsOf(code), content: { 'application/json': { schema: refusalRef(code) } } },
      ]),
  )
  const tags = [...new Set(calls.map(tagOf))].toSorted()
  const paths = Object.fromEntries(
    calls.map((call) => [
      `/${call.call}`,
      {
        [call.method.toLowerCase()]: operation(call, examplesOf(root, 'calls', call.call), errors, Object.keys(faults)),
      },
    ]),
  )
  const document = {
    openapi: '3.1.0',
    info: { title: 'Calls', version: contractVersion(root), description: DESCRIPTION },
    servers: [{ url: '/api', description: 'This server; another backend is named in the operator’s file' }],
    tags: tags.map((name) => ({ name, description: `Calls whose address begins with ${name}` })),
    paths,
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'header', name: 'Authorization', description: 'The token of a login' },
      },
      parameters: {
        idempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          description:
            'Made by the client for this order of its user; the same in every repetition of it. Each request without one is executed',
          schema: { type: 'string', minLength: 8, maxLength: 128, pattern: String.raw`^[\x21-\x7e]+$` },
          example: 'c7a1e0f2-6a53-4c39-9d1b-0b8f3f1f9a10',
        },
      },
      responses: faults,
      schemas: usedComponents({ paths, faults }, { ...entityComponents(root), ...refusals }),
    },
  }
  return new Map([['src/generated/openapi.json', linesOf(document)]])
}

const tagOf = ({ call }: CallFile): string => call.split('/', 1)[0] ?? call

function operation(call: CallFile, examples: Examples | null, errors: ErrorCatalogue, faults: string[]): object {
  const { method, effect, success } = call
  const fields = Object.fromEntries(
    Object.entries(call.payload.properties ?? {}).map(([name, schema]) => [name, wireSchema(schema)]),
  )
  const codes = [...new Set([...call.errors, ...commonRefusalsOf(call)])].filter((code) => Object.hasOwn(errors, code))
  const ok = {
    title: 'ok',
    ...envelope({
      type: { const: 'ok' },
      code: { const: success ?? 1 },
      message: TEXT,
      params: { type: 'object' },
      data: wireSchema(call.data),
    }),
  }
  const parameters = [
    ...(method === 'GET' ? queryParameters(call, fields, examples) : []),
    ...(effect === 'money' ? [{ $ref: '#/components/parameters/idempotencyKey' }] : []),
  ]
  return {
    operationId: call.call.replaceAll('/', '_'),
    tags: [tagOf(call)],
    summary: call.call,
    description: call.description,
    'x-effect': effect,
    ...(call.extension && { 'x-extension': true }),
    ...(call.needs && { 'x-needs': call.needs }),
    ...(call.stepUp && { 'x-step-up': call.stepUp }),
    ...(call.selfLimit && { 'x-self-limit': call.selfLimit }),
    ...(call.paging && { 'x-paging': call.paging }),
    ...(call.missing && { 'x-missing': call.missing }),
    ...(call.receipt && { 'x-receipt': call.receipt.kind }),
    security: call.auth ? [{ session: [] }] : [],
    ...(parameters.length > 0 && { parameters }),
    ...(method === 'POST' && { requestBody: { required: true, content: bodies(call, fields, examples) } }),
    responses: {
      200: {
        description: `The data, or a refusal: ${codes.join(', ')}`,
        content: {
          'application/json': { schema: oneOf([ok, ...codes.map(refusalRef)]), ...replyExamples(call, examples) },
        },
      },
      ...(faults.includes('illegalRequest') && { '4XX': { $ref: '#/components/responses/illegalRequest' } }),
      ...(faults.includes('serverError') && { '5XX': { $ref: '#/components/responses/serverError' } }),
    },
  }
}

function queryParameters(call: CallFile, fields: Record<string, WireSchema>, examples: Examples | null): object[] {
  return Object.entries({ ...fields, lang: LANG }).map(([name, schema]) => {
    const { description, ...rest } = withoutNull(schema)
    const example = examples?.ok.payload[name]
    return {
      name,
      in: 'query',
      ...(call.payload.required?.includes(name) && { required: true }),
      ...(description !== undefined && { description }),
      schema: rest,
      ...(example !== undefined && example !== null && { example }),
    }
  })
}

/** The encodings of a POST: JSON and form, or multipart for a file. */
function bodies(call: CallFile, fields: Record<string, WireSchema>, examples: Examples | null): object {
  const body = (change: (schema: WireSchema) => WireSchema) => ({
    type: 'object',
    properties: Object.fromEntries(
      Object.entries({ ...fields, lang: LANG }).map(([name, inner]) => [name, change(inner)]),
    ),
    ...(call.payload.required && call.payload.required.length > 0 && { required: call.payload.required }),
    additionalProperties: false,
  })
  const payload = examples?.ok.payload
  const present = payload && Object.fromEntries(Object.entries(payload).filter(([, value]) => value !== null))
  const example = (value: object | undefined) => (value ? { examples: { ok: { value } } } : {})
  if (Object.values(call.payload.properties ?? {}).some(({ format }) => format === 'file'))
    return { 'multipart/form-data': { schema: body(withoutNull), ...example(present) } }
  return {
    'application/json': { schema: body((schema) => schema), ...example(payload) },
    'application/x-www-form-urlencoded': { schema: body(withoutNull), ...example(present) },
  }
}

/** The recorded replies: of the success, and of each refusal with what it answers. */
function replyExamples(call: CallFile, examples: Examples | null): object {
  if (!examples) return {}
  const refusals = Object.entries(examples.refusals).map(([code, { payload, reply }]) => [
    code,
    { summary: `${code}: the reply to ${JSON.stringify(payload)}`, value: reply },
  ])
  return { examples: { ok: { summary: call.call, value: examples.ok.reply }, ...Object.fromEntries(refusals) } }
}
