import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isRtl } from '../../../src/core/direction.ts'

const root = join(import.meta.dirname, '../../..')
const textsOf = (lang: string) =>
  JSON.parse(readFileSync(join(root, 'locales', `${lang}.json`), 'utf8')) as Record<string, string>
const languages = readdirSync(join(root, 'locales')).flatMap((file) =>
  file.endsWith('.json') ? file.replace('.json', '') : [],
)

test('an arrow between two values points in the direction of reading', () => {
  const withArrow = Object.keys(textsOf('en')).filter((key) => textsOf('en')[key]?.includes('→'))
  expect(withArrow.length).toBeGreaterThan(0)
  for (const lang of languages) {
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
