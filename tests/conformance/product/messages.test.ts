import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { allLanguages, textsOf } from '../../support/languages.ts'
import { createApiHarness } from '../../prove/kit/api-harness.ts'
import { client } from '../../support/client.ts'

const root = join(import.meta.dirname, '../../..')
const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8')) as Record<string, unknown>

interface Message {
  params: Record<string, { type: string | string[]; format?: string }>
}
const catalogues = { error: read('schemas/errors.json'), success: read('schemas/successes.json') } as Record<
  'error' | 'success',
  Record<string, Message>
>

/** A sample value of a parameter, as sent by a server. */
function sample({ type, format }: Message['params'][string]): unknown {
  if (format === 'decimal') return '12.5'
  if (format === 'currency') return 'USDT'
  if (format === 'country') return 'KP'
  return [type].flat().includes('integer') ? 42 : 'field'
}

const samples = (params: Message['params']) =>
  Object.fromEntries(Object.entries(params).map(([name, shape]) => [name, sample(shape)]))

/** The message to the user when a backend answers a call with this code, whether this server uses it or not: the toast, of the unchanged client. */
async function toasted(
  code: string,
  { params }: Message,
): Promise<{ result: unknown; said: string[]; relaunches: number }> {
  const envelope = {
    type: code === 'sessionExpired' ? '999' : 'error',
    code,
    message: 'untranslated',
    params: samples(params),
    data: null,
  }
  const app = createApiHarness(
    { base: '/api/', fetch: () => Promise.resolve(Response.json(envelope)) },
    { given: { method: 'POST', auth: true, effect: 'write', data: {} } },
  )
  app.token = 'a token of another user'
  const result = await app.api.call('given')
  return {
    result,
    said: app.toasts.map((notice) => client.language.messageOf('error', notice)),
    relaunches: app.relaunches,
  }
}

it('has ten languages or more and both catalogues', () => {
  expect(allLanguages.length).toBeGreaterThanOrEqual(10)
  expect([Object.keys(catalogues.error).length > 100, Object.keys(catalogues.success).length > 16]).toEqual([
    true,
    true,
  ])
})

describe.each(allLanguages)('%s', (lang) => {
  it.each(['error', 'success'] as const)('translates every %s of the catalogue, with its parameters', (kind) => {
    client.language.apply(lang, textsOf(lang))
    for (const [code, { params }] of Object.entries(catalogues[kind])) {
      const said = client.language.messageOf(kind, { code, message: 'untranslated', params: samples(params) })
      expect(said, code).not.toBe('')
      expect(said, code).not.toMatch(/untranslated|\{\{|undefined|\[object/)
      expect(said, code).not.toContain(`${kind}.${code}`)
    }
  })

  it('toasts every error answer of the catalogue once, and returns it to the caller', async () => {
    client.language.apply(lang, textsOf(lang))
    for (const [code, message] of Object.entries(catalogues.error)) {
      const ends = code === 'sessionExpired'
      const { result, said, relaunches } = await toasted(code, message)
      expect(result, code).toMatchObject({
        ok: false,
        kind: ends ? 'session' : 'refused',
        code,
        params: samples(message.params),
      })
      expect([said, relaunches], code).toEqual([
        [client.language.messageOf('error', { code, message: '', params: samples(message.params) })],
        ends ? 1 : 0,
      ])
      expect(said[0], code).not.toMatch(/untranslated|^$/)
    }
  })
})
