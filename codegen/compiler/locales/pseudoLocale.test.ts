import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { GROWTH, pseudoText, pseudoLocale } from './pseudoLocale.ts'
import { argumentsOf } from './texts.ts'

const english = JSON.parse(readFileSync(new URL('../../../locales/en.json', import.meta.url), 'utf8')) as Record<
  string,
  string
>
const length = (text: string): number => [...text.replaceAll(/\{\{[^}]*\}\}/g, '')].length

test('is English with accents, in brackets', () => {
  expect(pseudoText('Buy')).toBe('⟦Ɓûûûý⟧')
  expect(pseudoText('1 %')).toBe('⟦1 %~~⟧')
  expect(pseudoText('')).toBe('')
})

test('keeps the arguments at any position', () => {
  expect(pseudoText('{{count}} of {{ total }}')).toMatch(/^⟦\{\{count\}\} .*\{\{ total \}\}~*⟧$/)
})

test('every text of the source language keeps its key and arguments, and is longer by two fifths', () => {
  const texts = pseudoLocale(english)
  expect(Object.keys(texts).length).toBeGreaterThan(300)
  expect(Object.keys(texts)).toEqual(Object.keys(english))
  for (const [key, text] of Object.entries(english)) {
    const pseudo = texts[key] ?? ''
    expect(argumentsOf(pseudo), key).toEqual(argumentsOf(text))
    expect(length(pseudo), key).toBeGreaterThanOrEqual(Math.ceil(length(text) * GROWTH))
    expect(pseudo.startsWith('⟦') && pseudo.endsWith('⟧'), key).toBe(true)
  }
})
