import { createHash } from 'node:crypto'
import { beforeEach, expect, test, vi } from 'vitest'
import { memoryCache, type Cache } from './cache.ts'
import { createFiles, IntegrityError, type Fetch } from './files.ts'
import { createFormModules, type FormModules } from './formModules.ts'

const BASE = '/h5/catalogue/'
const OTHER = 'globalThis.ran = "other bytes"; export const formats = []; export default () => ({})'
const moduleOf = (name: string, formats: readonly string[] = []) =>
  `export const formats = ${JSON.stringify(formats)}\nexport const main = ${JSON.stringify(name)}\nexport default () => ({ ${JSON.stringify(name)}: () => true })`
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

/** A server, and a browser that remembers failed modules by address. */
let server: Map<string, string>
let asked: string[]
let cache: Cache
let modules: FormModules
let time: number
beforeEach(() => {
  server = new Map()
  asked = []
  time = 7
  cache = memoryCache()
  const failed = new Set<string>()
  const bytes = (path: string) => server.get(path.replace(BASE, '').replace(/\?.*/, ''))
  const fetch: Fetch = (url, init) => {
    asked.push(`${url} ${init.cache}`)
    const text = bytes(url)
    return text === undefined ? Promise.reject(new TypeError('no network')) : Promise.resolve(new Response(text))
  }
  const run = async (path: string, integrity: string): Promise<unknown> => {
    asked.push(path)
    const text = failed.has(path) ? undefined : bytes(path)
    if (text === undefined || `sha256-${createHash('sha256').update(text).digest('base64')}` !== integrity) {
      failed.add(path)
      throw new Error('not run')
    }
    return import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(text)}`)
  }
  modules = createFormModules(createFiles(fetch, BASE, cache), BASE, run, () => time)
})

function serve(text: string, name = hashOf(text)): string {
  server.set(`${name}.js`, text)
  return name
}

test('loads a module once, and then returns its validators synchronously', async () => {
  const hash = serve(moduleOf('a', ['decimal']))
  expect(modules.peek(hash)).toBeUndefined()
  const [one, two] = await Promise.all([modules.load(hash), modules.load(hash)])
  expect(one).toBe(two)
  expect(Object.keys(one.functions)).toEqual(['a'])
  expect(modules.peek(hash)).toBe(one)
  expect(asked).toEqual([`${BASE}${hash}.js`])
})

test('refuses other bytes without running them, and loads the module once they are correct', async () => {
  const text = moduleOf('b')
  const hash = serve(OTHER, hashOf(text))
  await expect(modules.load(hash)).rejects.toThrow(IntegrityError)
  expect(globalThis).not.toHaveProperty('ran')
  expect(modules.peek(hash)).toBeUndefined()
  expect(asked).toEqual([`${BASE}${hash}.js`, `${BASE}${hash}.js reload`])
  expect(await cache.get(hash)).toBeNull()
  serve(text)
  time = 8
  expect(Object.keys((await modules.load(hash)).functions)).toEqual(['b'])
  expect(asked.slice(2)).toEqual([`${BASE}${hash}.js`, `${BASE}${hash}.js reload`, `${BASE}${hash}.js?8`])
  expect(await cache.get(hash)).toBe(text)
})

test('a network error is not a refusal', async () => {
  await expect(modules.load(hashOf('x'))).rejects.toThrow(TypeError)
})

test('refuses a file that is no form module, and a form that needs a format this build lacks', async () => {
  await expect(modules.load(serve('export default 1'))).rejects.toThrow('not the module of a form')
  await expect(modules.load(serve(moduleOf('c', ['later'])))).rejects.toThrow('no format later')
})

test.each(['', '0'.repeat(32), 'A'.repeat(64), `${'0'.repeat(64)}?x`, '../../assets/main'])(
  'requests no module named "%s"',
  async (name) => {
    await expect(modules.load(name)).rejects.toThrow(IntegrityError)
    expect(asked).toEqual([])
  },
)

test('caches the text for offline use, once', async () => {
  const text = moduleOf('d')
  const hash = serve(text)
  await modules.cacheOffline(hash)
  await modules.cacheOffline(hash)
  expect(await cache.get(hash)).toBe(text)
  expect(asked).toEqual([`${BASE}${hash}.js default`])
  await expect(modules.cacheOffline(serve(OTHER, hashOf('e')))).rejects.toThrow(IntegrityError)
})

test('a module that neither loads nor fails counts as lost', async () => {
  vi.useFakeTimers()
  const stuck = createFormModules(
    { cacheOffline: () => Promise.resolve(), refetch: () => Promise.resolve() },
    BASE,
    () => new Promise(() => undefined),
  )
  const lost = vi.fn()
  stuck.load('0'.repeat(64)).catch(lost)
  await vi.advanceTimersByTimeAsync(119_999)
  expect(lost).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(lost).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ message: expect.stringContaining('in time') }))
  vi.useRealTimers()
})
