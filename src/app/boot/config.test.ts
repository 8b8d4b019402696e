import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

test('takes what the operator says', () => {
  const given = { ...readConfig(null), shortName: 'Acme', live: { url: 'https://live.example.org', path: '/x', protocol: 3 }, languages: ['ar', 'en'], idle: 600, inviteRequired: true }
  expect(readConfig(given)).toEqual(given)
})

test.each([null, 'text', [], { live: 7, languages: [], shortName: 5, idle: '600', webviewOrigins: [1] }, { live: { protocol: 9 } }])('%j leaves the app usable', (given) => {
  expect(readConfig(given)).toEqual(readConfig(undefined))
})
