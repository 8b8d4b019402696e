// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInThisContext } from 'node:vm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Manifest } from '../../engine/language/expressions/program.ts'
import { resolveAddress } from '../routes.ts'
import { fetchPreloaded } from './preloaded.ts'

const FIRST = readFileSync(join(import.meta.dirname, '../public/first.js'), 'utf8')
const MANIFEST = {
  routes: {
    '/pages/index/index': { hash: 'home' },
    '/pages/login/index': { hash: 'login' },
    '/pages/net/index': { hash: 'entry' },
  },
  locales: { en: 'english', de: 'german' },
  shell: { home: '/pages/index/index', entry: '/pages/net/index', notFound: '/pages/404/index', tabs: [] },
}
const fileOf = (name: string) => `/h5/catalogue/${name}.json`
let requested: string[] = []
let reply: () => Promise<Response>
const open = async (hash: string) => {
  location.hash = hash
  runInThisContext(FIRST)
  await new Promise((resolve) => setTimeout(resolve, 5))
}

beforeEach(() => {
  localStorage.clear()
  document.documentElement.lang = 'en'
  requested = []
  reply = () => Promise.resolve(new Response(JSON.stringify(MANIFEST)))
  vi.stubGlobal('fetch', (url: string) => {
    requested.push(url)
    return reply()
  })
})
afterEach(() => {
  delete window.preloaded
  vi.unstubAllGlobals()
})

test.each([
  ['', ['entry', 'english'], ''],
  ['#/', ['entry', 'english'], ''],
  ['#/pages/login/index?from=x', ['login', 'german'], 'de'],
  ['#/pages/login/index/', ['login', 'english'], 'xx'],
  ['#/pages/nothing', ['english'], ''],
  ['#/pages/login/index', ['login', 'english'], '!'],
])('the files of the address %j are requested while the code loads', async (hash, files, lang) => {
  localStorage.setItem('placard.lang', lang)
  await open(hash)
  expect(requested).toEqual(['manifest', ...files].map(fileOf))
})

test.each([
  '/',
  '/pages/index/index',
  '/pages/login/index/',
  '/pages/login/index?from=/x/',
  '/pages/nothing',
  'toString',
])('the screen of the address %s is the one that the app opens', async (address) => {
  await open(`#${address}`)
  const { isKnown, entry } = resolveAddress(MANIFEST as unknown as Manifest, address)
  expect(requested).toEqual(['manifest', ...(isKnown ? [entry?.hash ?? ''] : []), 'english'].map(fileOf))
})

test("the screen's chunks and the modules of its forms are requested with it", async () => {
  const hash = 'ab'.repeat(32)
  const login = {
    ...MANIFEST.routes['/pages/login/index'],
    requires: {
      widgets: ['Text', 'Form@4', 'Slider@2'],
      actions: [],
      functions: [],
      fields: ['phone', 'code'],
      deferred: ['Slider@2', 'phone'],
    },
    validators: [hash],
  }
  const manifest = { ...MANIFEST, routes: { ...MANIFEST.routes, '/pages/login/index': login } }
  reply = () => Promise.resolve(new Response(JSON.stringify(manifest)))
  const chunks = {
    Form: ['assets/Form.js', 'assets/Form.css'],
    Slider: ['assets/Slider.js'],
    'field:phone': ['assets/phone.js'],
    'field:code': ['assets/Form.js', 'assets/code.js'],
    forms: ['assets/forms.js'],
  }
  document.body.innerHTML = `<script type="application/json" id="chunks">${JSON.stringify(chunks)}</script>`
  await open('#/pages/login/index')
  const links = [...document.head.querySelectorAll<HTMLLinkElement>('link[href^="/h5/"]')]
  expect(links.map((link) => [link.rel, link.getAttribute('href'), link.getAttribute('integrity')])).toEqual([
    ['modulepreload', '/h5/assets/Form.js', null],
    ['preload', '/h5/assets/Form.css', null],
    ['modulepreload', '/h5/assets/code.js', null],
    ['modulepreload', '/h5/assets/forms.js', null],
    ['modulepreload', `/h5/catalogue/${hash}.js`, `sha256-${btoa('\u00ab'.repeat(32))}`],
  ])
  for (const element of [...links, ...document.body.children]) element.remove()
})

test('serves each preloaded reply once, and fetches everything else', async () => {
  await open('#/')
  const before = requested.length
  for (const name of ['manifest', 'entry', 'english'])
    expect(await (await fetchPreloaded(fileOf(name))).json()).toEqual(MANIFEST)
  expect(requested).toHaveLength(before)
  for (const name of ['manifest', 'live', 'toString']) await fetchPreloaded(fileOf(name))
  expect(requested.slice(before)).toEqual(['manifest', 'live', 'toString'].map(fileOf))
})

test('a preloaded request times out after 60 s', async () => {
  vi.useFakeTimers()
  vi.stubGlobal(
    'fetch',
    (_url: string, { signal }: RequestInit) =>
      new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(new Error('given up')))),
  )
  runInThisContext(FIRST)
  const failed = vi.fn()
  fetchPreloaded(fileOf('manifest')).catch(failed)
  await vi.advanceTimersByTimeAsync(59_999)
  expect(failed).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(failed).toHaveBeenCalledTimes(1)
  vi.useRealTimers()
})

test.each([
  ['no network', () => Promise.reject(new TypeError('offline'))],
  ['an error', () => Promise.resolve(new Response('no', { status: 503 }))],
  ['something else', () => Promise.resolve(new Response('[]'))],
])('with %s requests nothing more; the app gets the outcome', async (_what, answer) => {
  reply = answer
  await open('#/')
  expect(requested).toEqual([fileOf('manifest')])
  const [preloaded, direct] = await Promise.allSettled([fetchPreloaded(fileOf('manifest')), answer()])
  expect(preloaded.status).toBe(direct.status)
})
