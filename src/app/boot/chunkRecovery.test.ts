// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { offerUpdate, updateAtom } from '../../engine/state/update.ts'
import { get } from '../../engine/state/store.ts'
import { hasUnsavedInput, reloadOnMissingChunk } from './chunkRecovery.ts'

const SHARED = '/h5/assets/rolldown-runtime-00000000.js'
const OWN = '/h5/assets/first-own00000.js'
let typed = false
let stop = () => {}
let served = ''
const reload = vi.fn()
const failed = async () => {
  window.dispatchEvent(new Event('vite:preloadError'))
  await new Promise((resolve) => setTimeout(resolve, 5))
}

beforeEach(() => {
  document.head.innerHTML = `<script type="module" src="${SHARED}"></script><script type="module" src="${OWN}"></script>`
  sessionStorage.clear()
  offerUpdate(null)
  reload.mockClear()
  typed = false
  served = `<script type="module" src="${SHARED}"></script><script type="module" src="/h5/assets/first-next0000.js">`
  vi.stubGlobal('location', { ...location, reload, href: location.href })
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(served)))
  stop = reloadOnMissingChunk(() => typed)
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
})

test('a missing chunk of an old build reloads the page once', async () => {
  await failed()
  expect(reload).toHaveBeenCalledTimes(1)
  await failed()
  expect(reload).toHaveBeenCalledTimes(1)
  expect(get(updateAtom)).toBeNull()
})

test('does not reload while the server has this build, fails, or the network is down', async () => {
  served = `<script type="module" src="${OWN}">`
  await failed()
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('down')))
  await failed()
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('busy', { status: 503 })))
  await failed()
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await failed()
  expect(reload).not.toHaveBeenCalled()
})

test('asks first if a field is filled', async () => {
  typed = true
  await failed()
  expect(reload).not.toHaveBeenCalled()
  expect(get(updateAtom)?.kind).toBe('needed')
  get(updateAtom)?.apply()
  expect(reload).toHaveBeenCalledTimes(1)
})

test('never reloads when storage is blocked', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('blocked')
  })
  await failed()
  expect(reload).not.toHaveBeenCalled()
})

test('detects unsaved input', () => {
  document.body.innerHTML = '<main><input type="radio" value="x"><input id="a"><textarea></textarea></main>'
  expect(hasUnsavedInput()).toBe(false)
  const input = document.querySelector<HTMLInputElement>('#a')
  if (input) input.value = '5'
  expect(hasUnsavedInput()).toBe(true)
})
