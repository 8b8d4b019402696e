import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { applyLanguage, messageOf } from '../../../src/state/language.ts'

const root = join(import.meta.dirname, '../../..')
const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8')) as Record<string, unknown>
const languages = readdirSync(join(root, 'locales')).filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -5))

interface Message {
  params: Record<string, { type: string | string[]; format?: string }>
}
const catalogues = { error: read('schemas/errors.json'), success: read('schemas/successes.json') } as Record<'error' | 'success', Record<string, Message>>

/** A value as a server sends it for a parameter. */
function sample({ type, format }: Message['params'][string]): unknown {
  if (format === 'decimal') return '12.5'
  if (format === 'currency') return 'USDT'
  if (format === 'country') return 'KP'
  return [type].flat().includes('integer') ? 42 : 'field'
}

it('knows ten languages and both catalogues', () => {
  expect(languages).toHaveLength(10)
  expect([Object.keys(catalogues.error).length > 100, Object.keys(catalogues.success).length > 16]).toEqual([true, true])
})

describe.each(languages)('%s', (lang) => {
  it.each(['error', 'success'] as const)('says every %s of the catalogue in its own words, with what it is about', (kind) => {
    applyLanguage(lang, read(`locales/${lang}.json`) as Record<string, string>)
    for (const [code, { params }] of Object.entries(catalogues[kind])) {
      const said = messageOf(kind, { code, message: 'untranslated', params: Object.fromEntries(Object.entries(params).map(([name, shape]) => [name, sample(shape)])) })
      expect(said, code).not.toBe('')
      expect(said, code).not.toMatch(/untranslated|\{\{|undefined|\[object/)
      expect(said, code).not.toContain(`${kind}.${code}`)
    }
  })
})
