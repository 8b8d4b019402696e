import { createHash } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import type { Manifest, Screen } from '../core/program.ts'
import { memoryCache } from './cache.ts'
import { createCatalogue, RefusedFile, type Fetch } from './catalogue.ts'
import { digest } from './integrity.ts'

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32)

function publish(title: string) {
  const screen: Screen = {
    id: 'home', route: '/home', title, nav: 'none', access: [], params: {}, state: {}, data: {}, onShow: [], body: [],
    requires: { widgets: [], actions: [], functions: [] }, calls: {}, forms: {},
  }
  const files = new Map<string, string>()
  const add = (value: unknown) => {
    const text = JSON.stringify(value)
    files.set(hashOf(text), text)
    return hashOf(text)
  }
  const manifest: Manifest = {
    revision: title,
    routes: { '/home': { id: 'home', hash: add(screen), access: [], nav: 'none', requires: screen.requires } },
    locales: { en: add({ 'home.title': title }) },
    shell: { tabs: [], home: '/home', login: '/home', notFound: '/home' },
    calls: {},
  }
  return { manifest, files, screen }
}

function server(first: ReturnType<typeof publish>) {
  const state = { published: first, online: true, spoil: new Map<string, string>(), asked: [] as string[] }
  const fetch: Fetch = (url, { cache }) => {
    state.asked.push(`${url} ${cache}`)
    if (!state.online) return Promise.reject(new TypeError('offline'))
    const name = url.replace('/h5/catalogue/', '').replace('.json', '')
    const text = state.spoil.get(name) ?? (name === 'manifest' ? JSON.stringify(state.published.manifest) : state.published.files.get(name))
    return Promise.resolve(text === undefined ? new Response('not found', { status: 404 }) : new Response(text))
  }
  return { state, fetch }
}

test('loads screens and texts by hash, each once', async () => {
  const { state, fetch } = server(publish('one'))
  const catalogue = createCatalogue({ fetch, cache: memoryCache() })
  expect(() => catalogue.manifest()).toThrow('not there yet')
  await catalogue.start()
  const [a, b] = await Promise.all([catalogue.load('/home'), catalogue.screen(catalogue.manifest().routes['/home']?.hash ?? '')])
  expect(a).toBe(b)
  expect(a.title).toBe('one')
  expect(await catalogue.texts('en')).toEqual({ 'home.title': 'one' })
  expect(state.asked).toHaveLength(3)
  expect(state.asked[0]).toBe('/h5/catalogue/manifest.json no-cache')
  await expect(catalogue.load('/constructor')).rejects.toThrow('no screen')
  await expect(catalogue.texts('__proto__')).rejects.toThrow('no texts')
})

test('refuses a file that does not hash to its name, once more asked for past caches, and tries anew the next time', async () => {
  const published = publish('one')
  const { state, fetch } = server(published)
  const catalogue = createCatalogue({ fetch, cache: memoryCache() })
  await catalogue.start()
  const hash = published.manifest.routes['/home']?.hash ?? ''
  state.spoil.set(hash, `${published.files.get(hash)} `)
  await expect(catalogue.load('/home')).rejects.toThrow(RefusedFile)
  expect(state.asked.slice(1)).toEqual([`/h5/catalogue/${hash}.json default`, `/h5/catalogue/${hash}.json reload`])
  state.spoil.clear()
  expect((await catalogue.load('/home')).title).toBe('one')
})

test('without a network the last good revision stands in; without one it rejects', async () => {
  const { state, fetch } = server(publish('one'))
  const cache = memoryCache()
  const first = createCatalogue({ fetch, cache })
  await first.start()
  await first.preload(['/home', '/missing'])
  await first.texts('en')
  state.online = false
  const report = vi.fn()
  const second = createCatalogue({ fetch, cache, report })
  expect((await second.start()).revision).toBe('one')
  expect((await second.load('/home')).title).toBe('one')
  expect(await second.texts('en')).toEqual({ 'home.title': 'one' })
  expect(report).toHaveBeenCalledTimes(1)
  await expect(createCatalogue({ fetch, cache: memoryCache() }).start()).rejects.toThrow('offline')
})

test('an altered cache is not believed', async () => {
  const published = publish('one')
  const { fetch } = server(published)
  const cache = memoryCache()
  const hash = published.manifest.routes['/home']?.hash ?? ''
  await cache.put(hash, JSON.stringify({ ...published.screen, title: 'altered' }))
  const catalogue = createCatalogue({ fetch, cache })
  await catalogue.start()
  expect((await catalogue.load('/home')).title).toBe('one')
})

test('another revision takes over when its texts are there; a broken manifest does not', async () => {
  const { state, fetch } = server(publish('one'))
  const cache = memoryCache()
  const report = vi.fn()
  const catalogue = createCatalogue({ fetch, cache, report })
  await catalogue.start()
  const changed = vi.fn()
  const stop = catalogue.watch(changed)
  expect(await catalogue.refresh('en')).toBe(false)
  for (const broken of ['<html>', '{}', JSON.stringify({ ...state.published.manifest, revision: 'x', routes: { '/home': { hash: '../../evil' } } })]) {
    state.spoil.set('manifest', broken)
    expect(await catalogue.refresh('en')).toBe(false)
  }
  state.spoil.clear()
  expect(report).toHaveBeenCalledTimes(3)
  expect(catalogue.manifest().revision).toBe('one')

  const two = publish('two')
  state.published = two
  state.spoil.set(two.manifest.locales.en ?? '', 'spoilt')
  expect(await catalogue.refresh('en')).toBe(false)
  expect(changed).not.toHaveBeenCalled()
  state.spoil.clear()
  expect(await catalogue.refresh('en')).toBe(true)
  expect(changed).toHaveBeenCalledTimes(1)
  expect((await catalogue.load('/home')).title).toBe('two')
  stop()
  catalogue.update(publish('three').manifest)
  expect(changed).toHaveBeenCalledTimes(1)
  expect(catalogue.manifest().revision).toBe('three')
})

test('hashes without crypto.subtle give the same', async () => {
  const withSubtle = await digest('żółw 🐢', 32)
  vi.stubGlobal('crypto', {})
  const without = await digest('żółw 🐢', 32)
  vi.unstubAllGlobals()
  expect(withSubtle).toBe(hashOf('żółw 🐢'))
  expect(without).toBe(withSubtle)
})

test('an older revision that arrives late does not take over again', async () => {
  const [one, two, three] = [publish('one'), publish('two'), publish('three')]
  const { state, fetch } = server(one)
  const held: (() => void)[] = []
  let hold = false
  const slow: Fetch = async (url, init) => {
    const response = await fetch(url, init)
    if (hold) await new Promise<void>((resolve) => held.push(resolve))
    return response
  }
  const catalogue = createCatalogue({ fetch: slow, cache: memoryCache() })
  await catalogue.start()
  state.published = two
  hold = true
  const late = catalogue.refresh()
  await vi.waitFor(() => expect(held).toHaveLength(1))
  state.published = three
  hold = false
  expect(await catalogue.refresh()).toBe(true)
  held[0]?.()
  expect(await late).toBe(false)
  expect(catalogue.manifest().revision).toBe('three')
})
