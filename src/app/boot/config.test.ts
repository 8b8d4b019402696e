import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

test('uses the operator’s values', () => {
  const given = {
    ...readConfig(null),
    shortName: 'Acme',
    live: { url: 'https://live.example.org', path: '/x', protocol: 3 },
    languages: ['ar', 'en'],
    idle: 600,
    inviteRequired: true,
  }
  expect(readConfig(given)).toEqual(given)
})

test.each([
  null,
  'text',
  [],
  { live: 7, languages: [], shortName: 5, idle: '600', webviewOrigins: [1] },
  { live: { protocol: 9 } },
])('%j leaves the app usable', (given) => {
  expect(readConfig(given)).toEqual(readConfig(undefined))
})

test('a wrong field alone has its shipped value', () => {
  const shipped = readConfig(null)
  expect(
    readConfig({
      shortName: 'Acme',
      live: { url: 'https://live.example.org', path: 'no slash', protocol: '4', more: 1 },
      map: { tiles: 7 },
      restrictedCountries: ['DE', 'Germany'],
      languages: ['ar', 'xx'],
      more: true,
    }),
  ).toEqual({
    ...shipped,
    shortName: 'Acme',
    live: { ...shipped.live, url: 'https://live.example.org' },
  })
})

test('names of prototypes are no fields', () => {
  expect(
    readConfig(
      JSON.parse('{"__proto__": {"shortName": "Acme"}, "constructor": 1, "live": {"__proto__": {"protocol": 3}}}'),
    ),
  ).toEqual(readConfig(null))
})
