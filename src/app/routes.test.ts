// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { resolveAddress } from './routes.ts'
import { manifestOf, SCREENS } from '../../tests/support/startApp.tsx'

const manifest = manifestOf(SCREENS)

test.each([
  ['/', '/pages/index/index', true, true, {}],
  ['/pages/market/index/', '/pages/market/index', true, true, {}],
  ['/pages/user/set?id=7&at=a?b', '/pages/user/set?id=7&at=a?b', true, false, { id: '7', at: 'a?b' }],
  ['/pages/news/index?', '/pages/news/index', true, false, {}],
  ['/pages/none?id=1', '/pages/lost/index?id=1', false, false, { id: '1' }],
])('%s means the page %s', (address, page, isKnown, isTab, params) => {
  const destination = resolveAddress(manifest, address)
  expect(destination).toMatchObject({ page, isKnown, isTab, params })
  expect(destination.entry).toBe(manifest.routes[destination.route])
})
