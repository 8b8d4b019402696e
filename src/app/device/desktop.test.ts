// @vitest-environment jsdom
import { afterEach, describe, expect, test } from 'vitest'
import { desktopAddress, isDesktop, readClientInfo } from './desktop.ts'
import { client } from '../../../tests/support/client.ts'

const AGENTS: [name: string, desktop: boolean, userAgent: string, touchPoints?: number][] = [
  [
    'iPhone Safari',
    false,
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
  ],
  [
    'Android Chrome',
    false,
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
  ],
  [
    'Android tablet',
    false,
    'Mozilla/5.0 (Linux; Android 14; SM-X910) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  ],
  [
    'iPad asking for the desktop site',
    false,
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
    5,
  ],
  ['Firefox on Android', false, 'Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0'],
  [
    'WeChat',
    false,
    'Mozilla/5.0 (Linux; Android 13; M2102K1C) AppleWebKit/537.36 Chrome/116 Mobile Safari/537.36 MicroMessenger/8.0.42',
  ],
  [
    'HarmonyOS',
    false,
    'Mozilla/5.0 (Phone; OpenHarmony 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.0.0 Safari/537.36 ArkWeb/4.1.6.1 Mobile',
  ],
  [
    'Opera Mini',
    false,
    'Opera/9.80 (J2ME/MIDP; Opera Mini/9.80 (S60; SymbOS; Opera Mobi/23.348; U; en) Presto/2.5.25 Version/10.54',
  ],
  [
    'Kindle Silk',
    false,
    'Mozilla/5.0 (Linux; Android 11; KFTRWI) AppleWebKit/537.36 (KHTML, like Gecko) Silk/120 like Chrome/120 Safari/537.36',
  ],
  [
    'Windows Chrome',
    true,
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  ],
  [
    'Windows laptop with a touch screen',
    true,
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    10,
  ],
  [
    'Mac Safari',
    true,
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
    0,
  ],
  ['Linux Firefox', true, 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'],
  [
    'Chromebook',
    true,
    'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  ],
  ['an unknown agent', false, 'curl/8.0'],
  ['no agent', false, ''],
]

describe('the redirect to the desktop site', () => {
  test.each(AGENTS)('%s: %s', (_name, desktop, userAgent, touchPoints = 0) => {
    expect(isDesktop({ userAgent, touchPoints, width: 601, embedded: false, forced: false })).toBe(desktop)
    expect(isDesktop({ userAgent, touchPoints, width: 600, embedded: false, forced: false })).toBe(false)
    expect(isDesktop({ userAgent, touchPoints, width: 1280, embedded: true, forced: false })).toBe(false)
    expect(isDesktop({ userAgent, touchPoints, width: 1280, embedded: false, forced: true })).toBe(false)
  })
})

describe('the query of the address', () => {
  afterEach(() => {
    localStorage.clear()
    history.replaceState(null, '', '/h5/')
  })

  test('?h5=1 is remembered until ?h5=0', () => {
    history.replaceState(null, '', '/h5/?h5=1')
    expect(readClientInfo(client.storage).forced).toBe(true)
    history.replaceState(null, '', '/h5/#/pages/index/index')
    expect(readClientInfo(client.storage).forced).toBe(true)
    history.replaceState(null, '', '/h5/#/pages/index/index?h5=0')
    expect(readClientInfo(client.storage).forced).toBe(false)
  })

  test('?frame counts as a frame at any position', () => {
    expect(readClientInfo(client.storage).embedded).toBe(false)
    history.replaceState(null, '', '/h5/?frame')
    expect(readClientInfo(client.storage).embedded).toBe(true)
    history.replaceState(null, '', '/h5/#/pages/index/index?frame=1')
    expect(readClientInfo(client.storage).embedded).toBe(true)
  })
})

test.each([
  ['/pc/', '/pc/'],
  ['https://desk.example.org/x', 'https://desk.example.org/x'],
  ['//evil.example', null],
  ['/\\evil.example', null],
  ['javascript:alert(1)', null],
  ['http://desk.example.org', null],
])('the desktop site %s passes the check as %s', (pcUrl, address) => {
  expect(desktopAddress(pcUrl)).toBe(address)
  expect(desktopAddress(pcUrl, '#/')).toBe(address)
})

test('passes the current route to a desktop site of this origin', () => {
  expect(desktopAddress('/pc/', '#/pages/news/detail?id=3')).toBe('/pc/?at=%2Fpages%2Fnews%2Fdetail%3Fid%3D3')
  expect(desktopAddress('https://desktop.example/', '#/pages/news/detail')).toBe('https://desktop.example/')
})
