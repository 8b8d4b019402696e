import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isRtl } from '../../../src/engine/language/texts/direction.ts'
import { textsOf, translatedLanguages } from '../../support/languages.ts'

const root = join(import.meta.dirname, '../../..')

test('an arrow between two values points in the direction of reading', () => {
  expect(Object.values(textsOf('en')).filter((text) => text.includes('→')).length).toBeGreaterThan(0)
  for (const lang of translatedLanguages) {
    const wrong = isRtl(lang) ? '→' : '←'
    expect(
      Object.entries(textsOf(lang)).filter(([, text]) => text.includes(wrong)),
      lang,
    ).toEqual([])
  }
})

test('screens take arrows from texts', () => {
  const files = readdirSync(join(root, 'screens'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.json'),
  )
  expect(files.length).toBeGreaterThan(50)
  expect(files.filter((file) => /[→←]/.test(readFileSync(join(root, 'screens', file), 'utf8')))).toEqual([])
})
