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
  // The URL standard removes tabs and line breaks anywhere, also within a scheme.
  'java\nscript:alert(1)',
  'jav\rascript:alert(1)',
  '\tjavascript:alert(1)',
  'javascript\t:alert(1)',
  'javascript&colon;alert(1)',
  'javascript:%61lert(1)',
  'JAVASCRIPT:alert(1)//https://good.example',
  'javascript://good.example/%0Aalert(1)',
  'view-source:https://good.example',
  'filesystem:https://good.example/x',
  'ht\ntps://evil.example',
  'https:/\t/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '\t//evil.example',
  'https:/evil.example',
  'https:\\/evil.example',
  'https://good.example\\@evil.example',
  'https://evil.example\\.good.example',
  'https://good.example%00.evil.example',
  'https://@evil.example',
  'https://:@evil.example',
  'https://good.example:443:80/',
  'https://good.example:99999/',
  'https://good example/',
  'https://good.example /',
  'https://%',
  'https://a%2fb.example',
  'https://1.2.3.4.5/',
  'https://[::1',
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

test('a host is compared as the URL standard writes it', () => {
  const origins = ['https://good.example']
  expect(httpsUrl('https://GOOD.example/', origins)).toBe('https://good.example/')
  expect(httpsUrl('https://ｇｏｏｄ.example/', origins)).toBe('https://good.example/')
  expect(httpsUrl('https://good.example:443/', origins)).toBe('https://good.example/')
  for (const other of [
    'https://good.example./',
    'https://good.example.evil.example/',
    'https://evil.example/good.example',
    'https://evil.example?https://good.example',
    'https://evil.example#@good.example',
    'https://gооd.example/',
    'https://xn--gd-jlca.example/',
    'https://0x7f000001/',
    'https://127.1/',
    'https://[::1]/',
  ])
    expect(httpsUrl(other, origins), other).toBe(null)
})

test('a path is not decoded: an encoded slash or dot makes another route', () => {
  const routes = new Set(['/pages/index/index'])
  for (const other of [
    '/pages%2Findex/index',
    '/pages/index%2findex',
    '/pages/./index/index',
    '/pages/other/../index/index',
    '/pages/other/%2e%2e/index/index',
    '/pages/index/index/',
    '/PAGES/index/index',
    '/pages/index/index;x',
    'pages/index/index',
  ])
    expect(knownRoute(other, routes), other).toBe(null)
  for (const other of ['/\\evil.example/a.png', '//evil.example/a.png', '/\t/evil.example/a.png'])
    expect(imageUrl(other)).toBe(null)
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
