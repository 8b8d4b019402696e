import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Parser } from '@asyncapi/parser'
import spectralCore, { type RulesetDefinition } from '@stoplight/spectral-core'
import rulesets from '@stoplight/spectral-rulesets'
import { describe, expect, it } from 'vitest'
import { isObject } from '../../../src/engine/language/values/json.ts'
import { commonRefusalsOf } from '../../../src/engine/language/commonRefusals.ts'
import { contract } from '../../../src/generated/contract.ts'
import type { CallId } from '../../../src/generated/calls.ts'
import type { OperatorCallId } from '../../../src/generated/operatorApi/calls.ts'
import { operatorContract } from '../../../src/generated/operatorApi/contract.ts'
import { live as liveValidators } from '../../../src/generated/validators/index.js'
import { createTestServer } from '../../support/server/testServer.ts'
import { LONG } from '../../support/long.ts'

const root = join(import.meta.dirname, '../../..')
const textOf = (name: string): string => readFileSync(join(root, `src/generated/${name}.json`), 'utf8')

interface Media {
  schema: { oneOf?: { $ref?: string }[]; $ref?: string }
  examples?: Record<string, { value: Record<string, unknown> }>
}
interface Operation {
  operationId: string
  security: object[]
  parameters?: { name?: string; in?: string; required?: boolean; $ref?: string }[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, { content: Record<string, Media> }>
  'x-effect': string
  'x-permission'?: string
}
interface OpenApi {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, object> }
}
const openapi = JSON.parse(textOf('openapi')) as OpenApi

/** Rules that do not apply: there is no contact and no licence, and a name such as `symbol` needs no description. */
const OFF = {
  'info-contact': 'off',
  'info-license': 'off',
  'license-url': 'off',
  'oas3-parameter-description': 'off',
} as const

async function lint(document: object): Promise<string[]> {
  const spectral = new spectralCore.Spectral()
  spectral.setRuleset({ extends: [[rulesets.oas as RulesetDefinition, 'all']], rules: OFF })
  const findings = await spectral.run(document as Record<string, unknown>)
  return findings.map(({ code, path, message }) => `${code} ${path.join('/')}: ${message}`)
}

const operationOf = (call: CallId): Operation => {
  const operation = openapi.paths[`/${call}`]?.[contract[call].method.toLowerCase()]
  if (!operation) throw new Error(`${call} is not documented`)
  return operation
}

/** Refusals of a call that are not common to all. */
const refusalsOf = (call: OperatorCallId): string[] =>
  (JSON.parse(readFileSync(join(root, `schemas/operatorApi/api/${call}.json`), 'utf8')) as { errors: string[] }).errors

/** The codes of the refusals that a reply may have. */
const refusalsIn = ({ oneOf, ...own }: Media['schema'] = {}): string[] =>
  (oneOf ?? [own]).flatMap(({ $ref }) => $ref?.split('#/components/schemas/refusal.')[1] ?? [])

/** Every object in a document, with its path. */
function* objectsIn(value: unknown, path = ''): Generator<[string, Record<string, unknown>]> {
  if (Array.isArray(value)) for (const [at, item] of value.entries()) yield* objectsIn(item, `${path}/${at}`)
  else if (isObject(value)) {
    yield [path, value]
    for (const [name, item] of Object.entries(value)) if (name !== 'examples') yield* objectsIn(item, `${path}/${name}`)
  }
}

describe.each(['openapi', 'operatorApi/openapi', 'asyncapi'])('the document %s', (name) => {
  const document = JSON.parse(textOf(name)) as { info: { description: string } }
  const objects = [...objectsIn(document)]

  it('explains each of its annotations', () => {
    const annotations = new Set(
      objects.flatMap(([, object]) => Object.keys(object).filter((key) => key.startsWith('x-'))),
    )
    expect(annotations.size).toBeGreaterThan(0)
    expect(
      [...annotations].filter((annotation) => !new RegExp(`\`${annotation}[\`:]`).test(document.info.description)),
    ).toEqual([])
  })

  it('has no choice of one schema', () => {
    expect(objects.filter(([, { oneOf }]) => Array.isArray(oneOf) && oneOf.length < 2)).toEqual([])
  })
})

describe('the documents', () => {
  it.each([
    ['/api/openapi.json', 'openapi'],
    ['/api/asyncapi.json', 'asyncapi'],
    ['/operator/api/openapi.json', 'operatorApi/openapi'],
  ])('%s is compressed, and is sent once to a client that keeps it', async (url, name) => {
    const server = await createTestServer()
    try {
      for (const [coding, decoded] of [
        ['br', brotliDecompressSync],
        ['gzip', gunzipSync],
      ] as const) {
        const response = await server.app.inject({ url, headers: { 'accept-encoding': coding } })
        expect(response.headers['content-encoding']).toBe(coding)
        expect(response.rawPayload.length).toBeLessThan(textOf(name).length / 4)
        expect(decoded(response.rawPayload).toString()).toBe(textOf(name))
        const again = await server.app.inject({ url, headers: { 'if-none-match': String(response.headers.etag) } })
        expect([again.statusCode, again.body]).toEqual([304, ''])
      }
    } finally {
      await server.close()
    }
  })
})

describe('the replies of calls', () => {
  const gzip = { 'accept-encoding': 'gzip' }

  it('are compressed where they are long', async () => {
    const server = await createTestServer()
    try {
      const response = await server.app.inject({ url: '/api/currency/quotation_new?lang=en', headers: gzip })
      expect(response.headers['content-encoding']).toBe('gzip')
      const plain = await server.app.inject('/api/currency/quotation_new?lang=en')
      expect(gunzipSync(response.rawPayload).toString()).toBe(plain.body)
      const short = await server.app.inject({ url: '/api/currency/hours?symbol=NONE', headers: gzip })
      expect(short.headers['content-encoding']).toBeUndefined()
    } finally {
      await server.close()
    }
  })

  it('with a secret are not', async () => {
    expect((Object.keys(contract) as CallId[]).filter((call) => contract[call].isSecret)).toContain('user/login')
    const server = await createTestServer({ checkReplies: false })
    try {
      await server.context.db
        .updateTable('users')
        .set({ nickname: 'x'.repeat(2000) })
        .execute()
      const { data: captcha } = await server.call('captcha/slide', {})
      const response = await server.app.inject({
        method: 'POST',
        url: '/api/user/login',
        headers: { ...gzip, 'content-type': 'application/json' },
        payload: { type: 'account', account: 'demo', password: 'demo1234', slide: captcha.challenge },
      })
      expect(response.headers['content-encoding']).toBeUndefined()
      const { data } = response.json<{ data: { token: string } }>()
      const info = await server.app.inject({ url: '/api/user/info', headers: { ...gzip, authorization: data.token } })
      expect(info.headers['content-encoding']).toBe('gzip')
    } finally {
      await server.close()
    }
  })
})

describe('the field lang', () => {
  const messageOf = async (lang: unknown): Promise<[unknown, string]> => {
    const server = await createTestServer()
    try {
      const response = await server.app.inject({
        method: 'POST',
        url: '/api/user/login',
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify({ type: 'account', account: 'nobody', password: 'wrong-password', lang }),
      })
      const { code, params, message } = response.json<{ code: string; params: { field?: string }; message: string }>()
      return [code === 'parameterError' ? params.field : code, message]
    } finally {
      await server.close()
    }
  }

  it.each([
    ['de', 'de'],
    ['de-AT', 'de'],
    ['zh_TW', 'zh-Hant'],
    ['tlh', 'en'],
    ['<script>', 'en'],
    ['', 'en'],
    ['x'.repeat(300), 'en'],
    [undefined, 'en'],
  ])('%j means %s', async (sent, lang) => {
    const [code, message] = await messageOf(sent)
    expect(code).not.toBe('lang')
    expect(message).toBe((await messageOf(lang))[1])
  })

  it.each([7, null, true, {}, ['de']])('%j is refused', async (sent) => {
    expect((await messageOf(sent))[0]).toBe('lang')
  })
})

describe('the OpenAPI document of the operators', () => {
  const operators = JSON.parse(textOf('operatorApi/openapi')) as OpenApi

  it('has no finding of the linter', async () => expect(await lint(operators)).toEqual([]))

  it('has the calls of the contract and no other', () => {
    const paths = Object.keys(operators.paths).map((path) => path.slice(1))
    expect(paths.toSorted()).toEqual(Object.keys(operatorContract).toSorted())
  })

  it.each(Object.keys(operatorContract) as OperatorCallId[])('%s has its session, permission and refusals', (call) => {
    const { session, permission, errors, method } = operatorContract[call]
    const operation = operators.paths[`/${call}`]?.[method.toLowerCase()]
    expect(operation?.security).toHaveLength(session === 'none' ? 0 : 1)
    expect(operation?.['x-permission']).toBe(permission)
    const { 200: ok, ...refusals } = operation?.responses ?? {}
    expect(ok).toBeDefined()
    const codes = Object.values(refusals).flatMap(({ content }) => refusalsIn(content['application/json']?.schema))
    expect(codes.toSorted()).toEqual([...errors, 'illegalRequest', 'serverError'].toSorted())
  })

  it.each(Object.keys(operatorContract) as OperatorCallId[])('%s has recorded examples', (call) => {
    const operation = operators.paths[`/${call}`]?.[operatorContract[call].method.toLowerCase()]
    const { 200: ok, ...refusals } = operation?.responses ?? {}
    expect(ok?.content['application/json']?.examples?.ok?.value).toBeDefined()
    const recorded = Object.values(refusals).flatMap(({ content }) =>
      Object.entries(content['application/json']?.examples ?? {}).map(([code, { value }]) => [code, value.code]),
    )
    expect(recorded.map(([code]) => String(code)).toSorted()).toEqual(refusalsOf(call).toSorted())
    for (const [code, own] of recorded) expect(own).toBe(code)
  })

  it('is served', async () => {
    const server = await createTestServer()
    const response = await server.app.inject('/operator/api/openapi.json')
    expect([response.statusCode, response.body]).toEqual([200, textOf('operatorApi/openapi')])
    await server.close()
  })
})

describe('the OpenAPI document', () => {
  it('has no finding of the linter', LONG, async () => expect(await lint(openapi)).toEqual([]))

  it('has the calls of the contract and no other', () => {
    expect(
      Object.keys(openapi.paths)
        .map((path) => path.slice(1))
        .toSorted(),
    ).toEqual(Object.keys(contract).toSorted())
  })

  it.each(Object.keys(contract) as CallId[])('%s has its method, session, key, encodings and refusals', (call) => {
    const { auth, effect, errors, files, method, fields } = contract[call]
    const operation = operationOf(call)
    expect(operation.security).toHaveLength(auth ? 1 : 0)
    const keyed = operation.parameters?.some(({ $ref }) => $ref?.endsWith('/idempotencyKey')) ?? false
    expect(keyed).toBe(effect === 'money')
    const query = operation.parameters?.flatMap(({ name, in: place }) => (place === 'query' ? [name] : []))
    if (method === 'GET') expect(query).toEqual([...fields, 'lang'])
    else
      expect(Object.keys(operation.requestBody?.content ?? {})).toEqual(
        files.length > 0 ? ['multipart/form-data'] : ['application/json', 'application/x-www-form-urlencoded'],
      )
    const reply = operation.responses['200']?.content['application/json']
    expect(refusalsIn(reply?.schema).toSorted()).toEqual(
      [...new Set([...errors, ...commonRefusalsOf(contract[call])])].toSorted(),
    )
    expect(Object.keys(reply?.examples ?? {}).toSorted()).toEqual(['ok', ...errors].toSorted())
    expect(reply?.examples?.ok?.value.type).toBe('ok')
    for (const code of errors) expect(reply?.examples?.[code]?.value.code).toBe(code)
  })

  it('names encodings that the server reads', async () => {
    const server = await createTestServer()
    try {
      for (const call of (Object.keys(contract) as CallId[]).filter((name) => contract[name].method === 'POST')) {
        for (const [type, { examples }] of Object.entries(operationOf(call).requestBody?.content ?? {})) {
          if (type === 'multipart/form-data') continue
          const payload = examples?.ok?.value ?? {}
          const response = await server.app.inject({
            method: 'POST',
            url: `/api/${call}`,
            headers: { 'content-type': type },
            payload:
              type === 'application/json'
                ? JSON.stringify(payload)
                : new URLSearchParams(Object.entries(payload).map(([name, value]) => [name, String(value)])).toString(),
          })
          expect([call, type, response.statusCode]).toEqual([call, type, 200])
        }
      }
    } finally {
      await server.close()
    }
  })

  it.each([
    ['an amount as a number', (row: Record<string, unknown>) => (row.balance = 12.5)],
    ['a missing field', (row: Record<string, unknown>) => delete row.currency],
    ['an unknown value of an enumeration', (row: Record<string, unknown>) => (row.mode = 'paper')],
  ])('the linter refuses an example with %s', LONG, async (_, change) => {
    const path = '/wallet/list'
    const small = structuredClone({ ...openapi, paths: { [path]: openapi.paths[path] } }) as OpenApi
    const example = small.paths[path]?.post?.responses['200']?.content['application/json']?.examples?.ok
    const { rows } = (example?.value.data ?? { rows: [] }) as { rows: Record<string, unknown>[] }
    change(rows[0] ?? {})
    expect((await lint(small)).filter((finding) => finding.startsWith('oas3-valid-media-example'))).not.toEqual([])
  })

  it('is served, and so is that of the live protocol', async () => {
    const server = await createTestServer()
    try {
      for (const name of ['openapi', 'asyncapi']) {
        const response = await server.app.inject(`/api/${name}.json`)
        expect(response.headers['content-type']).toMatch(/^application\/json/)
        expect(response.json()).toEqual(JSON.parse(textOf(name)))
      }
    } finally {
      await server.close()
    }
  })
})

describe('the AsyncAPI document', () => {
  const problemsOf = async (document: string) => {
    const { diagnostics } = await new Parser().parse(document)
    return diagnostics.map(({ code, path, message }) => `${code} ${path.join('/')}: ${message}`)
  }
  interface Messages {
    channels: { live: { messages: Record<string, { examples?: { payload: unknown }[] }> } }
    operations: Record<string, object>
  }

  it('has no finding of its parser', async () => {
    const findings = await problemsOf(textOf('asyncapi'))
    expect(findings.filter((finding) => !isOff(finding))).toEqual([])
  })

  it('has a name for each object and each enumeration', async () => {
    const { document } = await new Parser().parse(textOf('asyncapi'))
    const schemas = document?.allSchemas().all() ?? []
    expect(schemas.length).toBeGreaterThan(20)
    const unnamed = schemas.filter(
      (schema) => (schema.type() === 'object' || schema.enum()) && schema.id().startsWith('<anonymous'),
    )
    expect(unnamed.map((item) => JSON.stringify(item.json()))).toEqual([])
  })

  it('has a recorded example of each message of the contract', () => {
    const { messages } = (JSON.parse(textOf('asyncapi')) as Messages).channels.live
    const events = Object.keys(liveValidators)
    expect(Object.keys(messages).toSorted()).toEqual(
      events.map((event) => event.replace('/ack', 'Acknowledgement')).toSorted(),
    )
    for (const event of events as (keyof typeof liveValidators)[]) {
      const [example] = messages[event.replace('/ack', 'Acknowledgement')]?.examples ?? []
      expect(liveValidators[event](example?.payload), event).toBe(true)
    }
  })

  it.each([
    ['an action that is none', (document: Messages) => (document.operations.sendTick = { action: 'shout' })],
    ['a message that is not there', (document: Messages) => delete document.channels.live.messages.tick],
  ])('is refused by its parser with %s', async (_, change) => {
    const broken = JSON.parse(textOf('asyncapi')) as Messages
    change(broken)
    expect((await problemsOf(JSON.stringify(broken))).filter((finding) => !isOff(finding))).not.toEqual([])
  })
})

/** Rules about a contact, a licence and tags, which these documents have none of, and about the version, which most tools read. */
const OFF_LIVE = [
  'asyncapi-latest-version',
  'asyncapi-info-contact',
  'asyncapi-info-license',
  'asyncapi-tags',
  'asyncapi3-tags',
  'asyncapi-info-license-url',
]
const isOff = (finding: string): boolean => OFF_LIVE.some((rule) => finding.startsWith(`${rule} `))
