// @vitest-environment jsdom
import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { canonicalJson } from '../../engine/language/values/canonicalJson.ts'
import type { AppServices } from '../runtime.ts'
import { boot, keepOffline } from './boot.ts'
import { product } from '../product.ts'
import { client } from '../../../tests/support/client.ts'

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32)
const TEXTS = JSON.stringify({ 'shell.offline': 'stored' })
const BODY = {
  routes: {
    '/home': {
      id: 'home',
      hash: hashOf('home'),
      access: [],
      navigationBar: 'none',
      requires: { widgets: [], actions: [], functions: [] },
    },
  },
  locales: { en: hashOf(TEXTS) },
  shell: { tabs: [], home: '/home', login: '/home', notFound: '/home' },
  calls: {},
}
const REVISION = hashOf(canonicalJson(BODY))
const STORED: Readonly<Record<string, string>> = {
  manifest: JSON.stringify({ revision: REVISION, ...BODY }),
  [hashOf(TEXTS)]: TEXTS,
}

/** A device with files in its Cache Storage, which is read without a macrotask. */
function storeFiles(files: Readonly<Record<string, string>>): void {
  const address = 'https://catalogue.invalid/'
  const cache = {
    keys: async () => Object.keys(files).map((key) => ({ url: address + key })),
    match: async (url: string) => ({ text: async () => files[url.slice(address.length)] }),
    put: async () => undefined,
    delete: async () => true,
  }
  vi.stubGlobal('caches', { open: async () => cache })
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('crypto', {
    getRandomValues: <T>(array: T) => array,
    randomUUID: () => 'id',
    // Without a macrotask, as the cache.
    subtle: { digest: async (_: string, bytes: Uint8Array) => createHash('sha256').update(bytes).digest() },
  })
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  storeFiles(STORED)
  client.storage.writeJson('config', { shortName: 'Stored', languages: ['en'] })
  client.storage.writeText('token', 't')
  client.storage.writeJson('userInfo', { account: 'stored' })
})
afterEach(() => {
  vi.clearAllTimers()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  client.session.logout()
  localStorage.clear()
})

test('on a network that does not answer, the app starts with what is stored within 10 s', async () => {
  let runtime: AppServices | null = null
  void boot(client, product).then((started) => (runtime = started))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(runtime).toMatchObject({ config: { shortName: 'Stored' } })
  const { catalogue, close } = runtime as unknown as AppServices
  expect([
    catalogue.manifest().revision,
    client.language.translate('shell.offline'),
    client.session.current(),
  ]).toMatchObject([REVISION, 'stored', { ready: true, user: { account: 'stored' } }])
  close()
})

test('each revision that takes over is cached for offline use', async () => {
  let published: () => void = () => undefined
  const cacheOffline = vi.fn(async () => undefined)
  await keepOffline({ cacheOffline, watch: (changed) => ((published = changed), () => undefined) }, client.language)
  expect(cacheOffline.mock.calls).toEqual([['en']])
  published()
  expect(cacheOffline.mock.calls).toEqual([['en'], ['en']])
})
