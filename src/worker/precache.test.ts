import { createHash } from 'node:crypto'
import { beforeEach, expect, test, vi } from 'vitest'
import { deviceCache } from '../engine/catalogue/cache.ts'
import { createPrecache, type Build } from './precache.ts'

const BASE = 'https://app.example/h5/'
const integrityOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`

/** Caches as a browser keeps them, by name and address. */
function storage() {
  const all = new Map<string, Map<string, string>>()
  const open = async (name: string) => {
    const files = all.get(name) ?? new Map<string, string>()
    all.set(name, files)
    const found = (url: string) => (files.has(url) ? new Response(files.get(url)) : undefined)
    return {
      match: async (url: string) => found(url),
      put: async (url: string, response: Response) => void files.set(url, await response.text()),
      delete: async (url: string) => files.delete(url),
      keys: async () => [...files.keys()].map((url) => ({ url })),
    } as unknown as Cache
  }
  const caches = {
    open,
    has: async (name: string) => all.has(name),
    keys: async () => [...all.keys()],
    delete: async (name: string) => all.delete(name),
    match: async (url: string, { cacheName }: MultiCacheQueryOptions = {}) => {
      const held = [...all].find(
        ([name, files]) => (cacheName === undefined || name === cacheName) && files.has(url),
      )?.[1]
      return held ? new Response(held.get(url)) : undefined
    },
  }
  return { all, caches }
}

/** A server with one build on it at a time, which checks its content against the requested hash, as a browser does. */
function server() {
  const files = new Map<string, string>()
  const asked: string[] = []
  const net = { down: false }
  const fetch = async (url: string, { integrity, cache }: RequestInit = {}) => {
    asked.push(`${url.slice(BASE.length)} ${cache ?? ''}`)
    if (net.down) throw new TypeError('no network')
    const text = files.get(url.slice(BASE.length))
    if (text === undefined) return new Response('none', { status: 404 })
    if (integrity && integrityOf(text) !== integrity) throw new TypeError('integrity')
    return new Response(text)
  }
  const deploy = (build: Record<string, string>): Build => {
    files.clear()
    for (const [path, text] of Object.entries(build)) files.set(path, text)
    return {
      version: integrityOf(JSON.stringify(build)).slice(7, 19),
      files: Object.fromEntries(Object.entries(build).map(([path, text]) => [path, integrityOf(text)])),
    }
  }
  return Object.assign(net, { files, asked, fetch, deploy })
}

const buildOf = (name: string) => ({
  '': `page of ${name}`,
  'first.js': `first of ${name}`,
  [`assets/main-${name}00000.js`]: `code of ${name}`,
})

let disk: ReturnType<typeof storage>
let net: ReturnType<typeof server>
beforeEach(() => {
  disk = storage()
  net = server()
})
const precacheOf = (build: Build) => createPrecache(build, { caches: disk.caches, fetch: net.fetch, base: BASE })
const request = async (precache: ReturnType<typeof precacheOf>, path: string, mode: RequestMode = 'cors') =>
  (await precache.respond({ method: 'GET', mode, url: BASE + path }))?.text()

test('serves a cached build, even after another deploy', async () => {
  const precache = precacheOf(net.deploy(buildOf('A')))
  await precache.install()
  net.deploy(buildOf('B'))
  expect(await request(precache, '', 'navigate')).toBe('page of A')
  expect(await request(precache, 'first.js')).toBe('first of A')
  expect(await request(precache, 'assets/main-A00000.js')).toBe('code of A')
})

test('hashed files may use the browser’s own cache, others bypass it', async () => {
  await precacheOf(net.deploy(buildOf('A'))).install()
  expect(net.asked.toSorted()).toEqual([' reload', 'assets/main-A00000.js default', 'first.js reload'])
})

test('a deploy during the fill rejects and stores nothing', async () => {
  const a = net.deploy(buildOf('A'))
  net.deploy({ ...buildOf('A'), '': 'page of B' })
  await expect(precacheOf(a).install()).rejects.toThrow('integrity')
  expect(disk.all.size).toBe(0)
  net.deploy({ '': 'page of A' })
  await expect(precacheOf(a).install()).rejects.toThrow('HTTP 404')
  expect(disk.all.size).toBe(0)
})

test('a failed refill of the same build keeps the cached one', async () => {
  const a = net.deploy(buildOf('A'))
  await precacheOf(a).install()
  net.deploy(buildOf('B'))
  await expect(precacheOf(a).install()).rejects.toThrow()
  expect(await request(precacheOf(a), '', 'navigate')).toBe('page of A')
})

test('after a takeover, serves only the previous build besides the new one', async () => {
  const shelves = []
  for (const name of ['A', 'B', 'C']) {
    const precache = precacheOf(net.deploy(buildOf(name)))
    await precache.install()
    await precache.cleanup()
    shelves.push(precache)
  }
  const [, , c] = shelves
  if (!c) throw new Error('three builds')
  expect(await request(c, '', 'navigate')).toBe('page of C')
  expect(await request(c, 'assets/main-B00000.js')).toBe('code of B')
  expect((await c.respond({ method: 'GET', mode: 'cors', url: `${BASE}assets/main-A00000.js` }))?.status).toBe(404)
  // A missing file of another build does not affect this one.
  expect(await request(c, '', 'navigate')).toBe('page of C')
})

test('the active build does not delete the waiting one', async () => {
  const a = precacheOf(net.deploy(buildOf('A')))
  await a.install()
  await precacheOf(net.deploy(buildOf('B'))).install()
  await a.cleanup()
  expect(disk.all.size).toBe(2)
})

test('a file of this build missing everywhere: serves the next page from the server', async () => {
  const precache = precacheOf(net.deploy(buildOf('A')))
  await precache.install()
  for (const files of disk.all.values()) files.delete(`${BASE}assets/main-A00000.js`)
  net.deploy(buildOf('B'))
  expect((await precache.respond({ method: 'GET', mode: 'cors', url: `${BASE}assets/main-A00000.js` }))?.status).toBe(
    404,
  )
  expect(await request(precache, '', 'navigate')).toBe('page of B')
})

test('the module of a form comes from the catalogue of the device, as JavaScript, or else from the network', async () => {
  const text = 'export default 1'
  const hash = createHash('sha256').update(text).digest('hex')
  const precache = precacheOf(net.deploy({ ...buildOf('A'), [`catalogue/${hash}.js`]: 'of the network' }))
  expect(await request(precache, `catalogue/${hash}.js`)).toBe('of the network')
  const cache = deviceCache()
  vi.stubGlobal('caches', disk.caches)
  await cache.put(hash, text)
  vi.unstubAllGlobals()
  const answer = await precache.respond({
    method: 'GET',
    mode: 'cors',
    url: `${BASE}catalogue/${hash}.js`,
    cache: 'default',
  })
  expect(answer?.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(await answer?.text()).toBe(text)
  const past = async () =>
    (
      await precache.respond({ method: 'GET', mode: 'cors', url: `${BASE}catalogue/${hash}.js`, cache: 'reload' })
    )?.text()
  expect(await past()).toBe('of the network')
  expect(net.asked.at(-1)).toBe(`catalogue/${hash}.js reload`)
  net.down = true
  expect(await past()).toBe(text)
  expect(
    precache.respond({ method: 'GET', mode: 'cors', url: `${BASE}catalogue/${hash}.js?2`, cache: 'default' }),
  ).toBeUndefined()
  expect(
    precache.respond({ method: 'GET', mode: 'cors', url: `${BASE}catalogue/${hash.slice(32)}.js`, cache: 'default' }),
  ).toBeUndefined()
})

test.each([
  ['a call', 'GET', 'cors', 'https://app.example/api/user/info'],
  ['the live connection', 'GET', 'cors', 'https://app.example/live/?EIO=4'],
  ['the sandbox', 'GET', 'cors', 'https://app.example/sandbox/outbox'],
  ['the configuration', 'GET', 'cors', `${BASE}config.json`],
  ['what is live', 'GET', 'cors', `${BASE}catalogue/live.json`],
  ['the page asked for as a file', 'GET', 'cors', BASE],
  ['the manifest', 'GET', 'no-cors', `${BASE}manifest.webmanifest`],
  ['another host', 'GET', 'cors', 'https://other.example/h5/assets/main-A00000.js'],
  ['a write', 'POST', 'cors', `${BASE}assets/main-A00000.js`],
  ['a name of Object', 'GET', 'cors', `${BASE}constructor`],
] as const)('%s is the network’s alone', async (_what, method, mode, url) => {
  const precache = precacheOf(net.deploy(buildOf('A')))
  await precache.install()
  expect(precache.respond({ method, mode, url })).toBeUndefined()
})
