import { describe, expect, test } from 'vitest'
import { httpsUrl, imageUrl, knownRoute } from './url.ts'

const HOSTILE = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  '\u0001javascript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'blob:https://x',
  '//evil.example',
  '\\\\evil.example',
  '/\\evil.example',
  'https:\\\\evil.example',
  'https:evil.example',
  'https:///evil.example',
  'http://plain.example',
  'ftp://x.example',
  'https://user@evil.example',
  'https://good.example:pw@evil.example',
  'https://good.example\u2028.evil',
  'https://good\u200b.example',
  'https://',
  'https://[',
  '',
  null,
  7,
  {},
  'x'.repeat(3_000),
]

describe.each(HOSTILE)('%j', (address) => {
  test('is refused by every check', () => {
    expect(httpsUrl(address)).toBe(null)
    expect(imageUrl(address)).toBe(null)
    expect(knownRoute(address, { has: () => true })).toBe(null)
  })
})

test('https passes, normalised, and only of the origins allowed', () => {
  expect(httpsUrl('https://example.com/a?b=c#d')).toBe('https://example.com/a?b=c#d')
  expect(httpsUrl('HTTPS://EXAMPLE.com')).toBe('https://example.com/')
  expect(httpsUrl('https://example.com/x', ['https://example.com'])).toBe('https://example.com/x')
  expect(httpsUrl('https://example.com.evil.example/x', ['https://example.com'])).toBe(null)
  expect(httpsUrl('https://example.com:8443/x', ['https://example.com'])).toBe(null)
})

test('routes of the app pass, with a query', () => {
  const routes = new Set(['/pages/index/index'])
  expect(knownRoute('/pages/index/index', routes)).toBe('/pages/index/index')
  expect(knownRoute('/pages/index/index?id=3', routes)).toBe('/pages/index/index?id=3')
  expect(knownRoute('/pages/other', routes)).toBe(null)
  expect(knownRoute('/pages/index/index#x', routes)).toBe(null)
})

test('pictures may be of the own origin', () => {
  expect(imageUrl('/media/a.png')).toBe('/media/a.png')
  expect(imageUrl('media/a.png')).toBe(null)
})
