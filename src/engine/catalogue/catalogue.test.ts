import { createHash } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { canonicalJson } from '../language/values/canonicalJson.ts'
import { STALE_AFTER_MS } from '../language/constants.ts'
import type { Manifest, Screen } from '../language/expressions/program.ts'
import { memoryCache } from './cache.ts'
import { createCatalogue, IntegrityError, type Catalogue, type Fetch } from './catalogue.ts'
import { digest } from './integrity.ts'
import { eventually } from '../../../tests/support/eventually.ts'

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32)
const NEEDS: Screen['requires'] = { widgets: [], actions: [], functions: [] }

interface Published {
  manifest: Manifest
  files: Map<string, string>
  screen: Screen
}

/** A catalogue of one screen and one text, both containing `title`, with the module of a form if given. */
function publish(title: string, requires: Screen['requires'] = NEEDS, module?: string): Published {
  const files = new Map<string, string>()
  const validator = module === undefined ? undefined : createHash('sha256').update(module).digest('hex')
  if (validator !== undefined && module !== undefined) files.set(validator, module)
  const screen: Screen = {
    id: 'home',
    route: '/home',
    title,
    navigationBar: 'none',
    access: [],
    params: {},
    state: {},
    queries: {},
    onShow: [],
    body: [],
    requires,
    calls: {},
    forms: validator === undefined ? {} : { it: { schema: {}, uiSchema: {}, rules: [], validator } },
  }
  const add = (text: string) => {
    files.set(hashOf(text), text)
    return hashOf(text)
  }
  const body = {
    routes: {
      '/home': {
        id: 'home',
        hash: add(JSON.stringify(screen)),
        access: [],
        navigationBar: 'none' as const,
        requires,
        ...(validator !== undefined && { validators: [validator] }),
      },
    },
    locales: { en: add(JSON.stringify({ 'home.title': title })) },
    shell: { tabs: [], home: '/home', login: '/home', notFound: '/home' },
    calls: {},
  }
  return { manifest: { revision: add(canonicalJson(body)), ...body }, files, screen }
}

/** A server with every published revision, and a pointer to the live one. */
function server(first: Published) {
  const files = new Map(first.files)
  const state = {
    published: first,
    seq: 1,
    urgent: 0,
    recent: [first.manifest.revision],
    online: true,
    spoil: new Map<string, string>(),
    asked: [] as string[],
  }
  const textOf = (name: string): string | undefined => {
    const { published, seq, urgent, recent } = state
    if (name === 'manifest') return JSON.stringify(published.manifest)
    if (name === 'live') return JSON.stringify({ seq, revision: published.manifest.revision, urgent, recent })
    return files.get(name)
  }
  const fetch: Fetch = (url, { cache }) => {
    state.asked.push(`${url} ${cache}`)
    if (!state.online) return Promise.reject(new TypeError('offline'))
    const name = url.replace('/h5/catalogue/', '').replace(/\.(json|js)$/, '')
    const text = state.spoil.get(name) ?? textOf(name)
    return Promise.resolve(text === undefined ? new Response('not found', { status: 404 }) : new Response(text))
  }
  return {
    state,
    fetch,
    put(published: Published, { urgent = false, recent = [published.manifest.revision, ...state.recent] } = {}) {
      for (const [hash, text] of published.files) files.set(hash, text)
      const seq = state.seq + 1
      Object.assign(state, { published, seq, recent, ...(urgent && { urgent: seq }) })
    },
  }
}

test('loads screens and texts by hash, each once', async () => {
  const { state, fetch } = server(publish('one'))
  const catalogue = createCatalogue({ fetch, cache: memoryCache() })
  expect(() => catalogue.manifest()).toThrow('not there yet')
  await catalogue.start()
  const [a, b] = await Promise.all([
    catalogue.load('/home'),
    catalogue.screen(catalogue.manifest().routes['/home']?.hash ?? ''),
  ])
  expect(a).toBe(b)
  expect(a.title).toBe('one')
  expect(await catalogue.texts('en')).toEqual({ 'home.title': 'one' })
  expect(state.asked).toHaveLength(3)
  expect(state.asked[0]).toBe('/h5/catalogue/manifest.json no-cache')
  await expect(catalogue.load('/constructor')).rejects.toThrow('no screen')
  await expect(catalogue.texts('__proto__')).rejects.toThrow('no texts')
})

test('refuses a file whose hash is not its name after one uncached retry, and retries at the next load', async () => {
  const published = publish('one')
  const { state, fetch } = server(published)
  const catalogue = createCatalogue({ fetch, cache: memoryCache() })
  await catalogue.start()
  const hash = published.manifest.routes['/home']?.hash ?? ''
  state.spoil.set(hash, `${published.files.get(hash)} `)
  await expect(catalogue.load('/home')).rejects.toThrow(IntegrityError)
  expect(state.asked.slice(1)).toEqual([`/h5/catalogue/${hash}.json default`, `/h5/catalogue/${hash}.json reload`])
  state.spoil.clear()
  expect((await catalogue.load('/home')).title).toBe('one')
})

test('without a network the last good revision is used', async () => {
  const { state, fetch } = server(publish('one'))
  const cache = memoryCache()
  const first = createCatalogue({ fetch, cache })
  await first.start()
  await first.preload(['/home', '/missing'])
  await first.texts('en')
  state.online = false
  const report = vi.fn()
  const second = createCatalogue({ fetch, cache, report })
  expect((await second.start()).revision).toBe(state.published.manifest.revision)
  expect((await second.load('/home')).title).toBe('one')
  expect(await second.texts('en')).toEqual({ 'home.title': 'one' })
  expect(report).toHaveBeenCalledTimes(1)
})

test('without a network and a stored revision the start rejects', async () => {
  const { state, fetch } = server(publish('one'))
  state.online = false
  await expect(createCatalogue({ fetch, cache: memoryCache() }).start()).rejects.toThrow('offline')
})

test('without an answer for moments, the last good revision is used, and the late one waits', async () => {
  vi.useFakeTimers()
  const cache = memoryCache()
  const { state, fetch, put } = server(publish('one'))
  const before = createCatalogue({ fetch, cache })
  await before.start()
  await before.load('/home')
  put(publish('two'))
  let answer: () => void = () => undefined
  const hung = new Promise<void>((resolve) => (answer = resolve))
  const catalogue = createCatalogue({
    fetch: async (url, init) => {
      await hung
      return fetch(url, init)
    },
    cache,
  })
  const started = catalogue.start()
  await vi.advanceTimersByTimeAsync(STALE_AFTER_MS)
  await started
  vi.useRealTimers()
  expect((await catalogue.load('/home')).title).toBe('one')
  answer()
  await eventually(() => {
    catalogue.activate('en')
    expect(catalogue.manifest()).toEqual(state.published.manifest)
  })
})

test('an altered cache is rejected', async () => {
  const published = publish('one')
  const { fetch } = server(published)
  const cache = memoryCache()
  const hash = published.manifest.routes['/home']?.hash ?? ''
  await cache.put(hash, JSON.stringify({ ...published.screen, title: 'altered' }))
  const catalogue = createCatalogue({ fetch, cache })
  await catalogue.start()
  expect((await catalogue.load('/home')).title).toBe('one')
})

test('hashes are equal without crypto.subtle', async () => {
  const withSubtle = await digest('żółw 🐢', 32)
  vi.stubGlobal('crypto', {})
  const without = await digest('żółw 🐢', 32)
  vi.unstubAllGlobals()
  expect(withSubtle).toBe(hashOf('żółw 🐢'))
  expect(without).toBe(withSubtle)
})

const titleOf = async (catalogue: Catalogue) => (await catalogue.load('/home')).title

test('a development server: a compiled revision takes over at once, unless its manifest is broken', async () => {
  const { state, fetch, put } = server(publish('one'))
  const report = vi.fn()
  const catalogue = createCatalogue({ fetch, cache: memoryCache(), report })
  await catalogue.start()
  const changed = vi.fn()
  catalogue.watch(changed)
  expect(await catalogue.refresh('en')).toBe(false)
  const { manifest } = state.published
  for (const broken of [
    '<html>',
    '{}',
    JSON.stringify({ ...manifest, routes: { '/home': { hash: '../../evil' } } }),
    JSON.stringify({ ...manifest, locales: {} }),
  ]) {
    state.spoil.set('manifest', broken)
    expect(await catalogue.refresh('en')).toBe(false)
  }
  state.spoil.clear()
  expect(report).toHaveBeenCalledTimes(4)
  expect(catalogue.manifest().revision).toBe(manifest.revision)
  put(publish('two'))
  expect(await catalogue.refresh('en')).toBe(true)
  expect(changed).toHaveBeenCalledTimes(1)
  expect(await titleOf(catalogue)).toBe('two')
})

test('a published revision waits, screens and texts together, until the user enters a screen', async () => {
  const { state, fetch, put } = server(publish('one'))
  const catalogue = createCatalogue({ fetch, cache: memoryCache() })
  await catalogue.start()
  await titleOf(catalogue)
  await catalogue.texts('en')
  const changed = vi.fn()
  catalogue.watch(changed)
  expect(await catalogue.poll('en')).toBe(true)
  put(publish('two'))
  expect(await catalogue.poll('en')).toBe(true)
  expect(changed).not.toHaveBeenCalled()
  expect([await titleOf(catalogue), catalogue.peekTexts('en')]).toEqual(['one', { 'home.title': 'one' }])
  const before = state.asked.length
  expect(await catalogue.poll('en')).toBe(true)
  expect(state.asked.slice(before)).toEqual(['/h5/catalogue/live.json no-cache'])

  catalogue.activate('en')
  expect(changed).toHaveBeenCalledTimes(1)
  const { hash = '' } = catalogue.manifest().routes['/home'] ?? {}
  expect([catalogue.peek(hash)?.title, catalogue.peekTexts('en')]).toEqual(['two', { 'home.title': 'two' }])
  catalogue.activate('en')
  expect(changed).toHaveBeenCalledTimes(1)
})

test('an urgent revision takes over at once, also if a non-urgent one follows before the first poll', async () => {
  const { fetch, put } = server(publish('one'))
  const catalogue = createCatalogue({ fetch, cache: memoryCache() })
  await catalogue.start()
  await catalogue.poll('en')
  put(publish('two'), { urgent: true })
  put(publish('three'))
  await catalogue.poll('en')
  expect(await titleOf(catalogue)).toBe('three')
  put(publish('four'))
  await catalogue.poll('en')
  expect(await titleOf(catalogue)).toBe('three')
})

test('discards a waiting revision that is rolled back before a screen is entered', async () => {
  const one = publish('one')
  const { fetch, put } = server(one)
  const catalogue = createCatalogue({ fetch, cache: memoryCache() })
  await catalogue.start()
  await catalogue.poll('en')
  put(publish('two'))
  await catalogue.poll('en')
  put(one, { recent: [one.manifest.revision] })
  await catalogue.poll('en')
  catalogue.activate('en')
  expect(await titleOf(catalogue)).toBe('one')
})

test('waits for a language selected since: no screen uses the texts of another revision', async () => {
  const { fetch, put, state } = server(publish('one'))
  const catalogue = createCatalogue({ fetch, cache: memoryCache() })
  await catalogue.start()
  put(publish('two'))
  const text = state.published.manifest.locales.en ?? ''
  await catalogue.poll('xx')
  catalogue.activate('en')
  expect(await titleOf(catalogue)).toBe('one')
  await eventually(() => expect(state.asked).toContain(`/h5/catalogue/${text}.json default`))
  await eventually(() => {
    catalogue.activate('en')
    expect(catalogue.peekTexts('en')).toEqual({ 'home.title': 'two' })
  })
})

test.each(['live', 'manifest', 'text', 'screen'])(
  'the last good revision is used while the received %s is altered',
  async (part) => {
    const { state, fetch, put } = server(publish('one'))
    const report = vi.fn()
    const catalogue = createCatalogue({ fetch, cache: memoryCache(), report })
    await catalogue.start()
    await titleOf(catalogue)
    const two = publish('two')
    put(two, { urgent: true })
    const name =
      {
        live: 'live',
        manifest: two.manifest.revision,
        text: two.manifest.locales.en,
        screen: two.manifest.routes['/home']?.hash,
      }[part] ?? ''
    state.spoil.set(name, part === 'live' ? '{"seq":2}' : `${two.files.get(name)} `)
    expect(await catalogue.poll('en')).toBe(false)
    expect(report).toHaveBeenCalledWith(expect.any(IntegrityError))
    expect(await titleOf(catalogue)).toBe('one')
    state.spoil.clear()
    expect(await catalogue.poll('en')).toBe(true)
    expect(await titleOf(catalogue)).toBe('two')
  },
)

test('a build that lacks a capability stays at the latest revision it supports, reports it once, and does not retry', async () => {
  const newer = { ...NEEDS, widgets: ['Gauge@2'] }
  const { state, fetch, put } = server(publish('one'))
  const report = vi.fn()
  const ports = {
    fetch,
    cache: memoryCache(),
    report,
    missingCapabilities: ({ widgets }: Screen['requires']) => widgets,
  }
  const catalogue = createCatalogue(ports)
  await catalogue.start()
  put(publish('two', newer), { urgent: true })
  await catalogue.poll('en')
  await catalogue.poll('en')
  expect(await titleOf(catalogue)).toBe('one')
  expect(report).toHaveBeenCalledTimes(1)
  expect(String(report.mock.calls[0])).toContain('Gauge@2')

  // One supported revision, then an unsupported one: the former is the latest supported.
  put(publish('three'))
  put(publish('four', newer), { urgent: true })
  await catalogue.poll('en')
  expect(await titleOf(catalogue)).toBe('three')
  // A page opened now finds it too.
  const late = createCatalogue({ ...ports, cache: memoryCache() })
  expect((await late.start()).revision).not.toBe(state.published.manifest.revision)
  expect(await titleOf(late)).toBe('three')
})

test('opened screens and their dependencies are loaded before another revision takes over', async () => {
  const { fetch, put } = server(publish('one'))
  const prepare = vi.fn(() => Promise.resolve())
  const catalogue = createCatalogue({ fetch, cache: memoryCache(), loadRequired: prepare })
  await catalogue.start()
  await titleOf(catalogue)
  put(publish('two', { ...NEEDS, widgets: ['Money'] }), { urgent: true })
  await catalogue.poll('en')
  expect(prepare).toHaveBeenCalledWith({ ...NEEDS, widgets: ['Money'] })
  const { hash = '' } = catalogue.manifest().routes['/home'] ?? {}
  expect(catalogue.peek(hash)?.title).toBe('two')
})

test('without a network the waiting revision is kept beside the one in use', async () => {
  const { state, fetch, put } = server(publish('one'))
  const cache = memoryCache()
  const catalogue = createCatalogue({ fetch, cache, report: () => undefined })
  await catalogue.start()
  await titleOf(catalogue)
  await catalogue.texts('en')
  put(publish('two'))
  await catalogue.poll('en')
  state.online = false
  expect(await catalogue.poll('en')).toBe(false)
  catalogue.activate('en')
  expect(await titleOf(catalogue)).toBe('two')
  const again = createCatalogue({ fetch, cache, report: () => undefined })
  await eventually(async () => expect((await again.start()).revision).toBe(state.published.manifest.revision))
  expect(await titleOf(again)).toBe('two')
})

test('a file known to be missing on the device is requested immediately', async () => {
  const { state, fetch } = server(publish('one'))
  const catalogue = createCatalogue({ fetch, cache: memoryCache() })
  const { routes } = await catalogue.start()
  const { hash = '' } = routes['/home'] ?? {}
  const coming = catalogue.screen(hash)
  expect(state.asked).toContain(`/h5/catalogue/${hash}.json default`)
  await coming
})

test('polls are sequential: an older reply that arrives late does not replace a newer one', async () => {
  const { fetch, put } = server(publish('one'))
  const pendingReplies: (() => void)[] = []
  let hold = false
  const slow: Fetch = async (url, init) => {
    const response = await fetch(url, init)
    if (hold) await new Promise<void>((resolve) => pendingReplies.push(resolve))
    return response
  }
  const catalogue = createCatalogue({ fetch: slow, cache: memoryCache() })
  await catalogue.start()
  put(publish('two'), { urgent: true })
  hold = true
  const late = catalogue.poll('en')
  await eventually(() => expect(pendingReplies).toHaveLength(1))
  put(publish('three'), { urgent: true })
  hold = false
  const younger = catalogue.poll('en')
  pendingReplies[0]?.()
  expect(await Promise.all([late, younger])).toEqual([true, true])
  expect(await titleOf(catalogue)).toBe('three')
})

const moduleOf = (name: string) =>
  `export const formats = []; export const main = "${name}"; export default () => ({ "${name}": () => true })`
const hashOfModule = (text: string) => createHash('sha256').update(text).digest('hex')
/** Runs the server's response, as a browser whose script element checks no integrity would. */
const runOf =
  ({ fetch }: ReturnType<typeof server>) =>
  async (path: string): Promise<unknown> => {
    const text = await (await fetch(path, { cache: 'default' })).text()
    return import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(text)}`)
  }

test('modules of forms are cached with their screens, and deleted with their revision', async () => {
  const [one, two] = [moduleOf('one'), moduleOf('two')]
  const host = server(publish('one', NEEDS, one))
  const cache = memoryCache()
  const catalogue = createCatalogue({ fetch: host.fetch, cache, run: runOf(host) })
  await catalogue.start()
  await catalogue.cacheOffline('en')
  expect(await cache.get(hashOfModule(one))).toBe(one)
  host.put(publish('two', NEEDS, two), { urgent: true })
  await catalogue.poll('en')
  await catalogue.cacheOffline('en')
  await eventually(async () => expect(await cache.get(hashOfModule(one))).toBeNull())
  expect(await cache.get(hashOfModule(two))).toBe(two)
})

test('a revision takes over with the modules of the open screens', async () => {
  const [one, two] = [moduleOf('one'), moduleOf('two')]
  const host = server(publish('one', NEEDS, one))
  const catalogue = createCatalogue({ fetch: host.fetch, cache: memoryCache(), run: runOf(host) })
  await catalogue.start()
  await catalogue.load('/home')
  const spoilt = publish('two', NEEDS, two)
  host.state.spoil.set(hashOfModule(two), '"other bytes"')
  host.put(spoilt, { urgent: true })
  expect(await catalogue.poll('en')).toBe(false)
  expect(await titleOf(catalogue)).toBe('one')
  host.state.spoil.clear()
  expect(await catalogue.poll('en')).toBe(true)
  expect(await titleOf(catalogue)).toBe('two')
  expect(Object.keys(catalogue.peekValidators(hashOfModule(two))?.functions ?? {})).toEqual(['two'])
})

test('a manifest whose module name is not a full hash is refused', async () => {
  const { manifest } = publish('one', NEEDS, moduleOf('one'))
  const home = manifest.routes['/home']
  for (const name of ['0'.repeat(32), '../x', 'A'.repeat(64)]) {
    const { revision: _, ...body } = { ...manifest, routes: { '/home': { ...home, validators: [name] } } }
    const fetch: Fetch = () =>
      Promise.resolve(new Response(JSON.stringify({ revision: hashOf(canonicalJson(body)), ...body })))
    await expect(createCatalogue({ fetch, cache: memoryCache() }).start(), name).rejects.toThrow(IntegrityError)
  }
})
