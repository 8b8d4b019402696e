import { expect, it } from 'vitest'
import { hasSeveralHosts, isKnownHost } from './hosts.ts'

it.each([
  '127.0.0.1',
  '127.0.0.1:4000',
  '192.168.1.7:4000',
  '[::1]:4000',
  '[::1]',
  'localhost:4000',
  'LocalHost',
  'localhost.',
  'app.localhost:80',
  'trade.example:443',
])('%s is known', (host) => expect(isKnownHost(host, ['trade.example'])).toBe(true))

it.each([
  undefined,
  '',
  'evil.example:4000',
  '127.0.0.1.evil.example',
  'localhost.evil.example',
  'trade.example.evil',
  'trade.example@evil.example',
  'evil.example/127.0.0.1',
  'notlocalhost',
])('%j is not', (host) => expect(isKnownHost(host, ['trade.example'])).toBe(false))

it('counts Host headers in any spelling', () => {
  expect(hasSeveralHosts({ rawHeaders: ['Host', 'a', 'X-Host', 'b'] })).toBe(false)
  expect(hasSeveralHosts({ rawHeaders: ['Host', 'a', 'hOST', 'a'] })).toBe(true)
})
