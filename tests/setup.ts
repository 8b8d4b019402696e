import { readFileSync } from 'node:fs'
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest'
import { SEED } from './support/seed.ts'

// Property tests repeat the same runs: `npm run prove properties` makes others. Files without one do not load the library.
const { testPath } = expect.getState()
if (testPath !== undefined && readFileSync(testPath, 'utf8').includes("from 'fast-check'")) {
  const { configureGlobal } = await import('fast-check')
  configureGlobal({ seed: SEED })
}

// A test that logs an error fails, even if its assertions pass. Node's own warnings do not pass through here.
let errors: unknown[][] = []
if (typeof document !== 'undefined') {
  // Node.js 25 and later have a Web Storage, which the document's would otherwise not replace.
  const { jsdom } = globalThis as unknown as { jsdom: { window: Window } }
  for (const name of ['localStorage', 'sessionStorage'] as const)
    Object.defineProperty(globalThis, name, { configurable: true, value: jsdom.window[name] })
  // Machines are shared: what is waited for comes, only sometimes later.
  const { configure } = await import('@testing-library/react')
  // A toast has its text a second time, for screen readers (src/app/shell/announcer.ts).
  configure({ asyncUtilTimeout: 60_000, reactStrictMode: true, defaultIgnore: 'script, style, [aria-live] > .spoken' })
}

beforeEach(() => {
  errors = []
  vi.spyOn(console, 'error').mockImplementation((...args: unknown[]) => {
    errors.push(args)
  })
})
afterEach(async () => {
  if (typeof document !== 'undefined') {
    const { cleanup } = await import('@testing-library/react')
    cleanup()
  }
  const seen = errors
  errors = []
  expect(seen, 'console.error was called').toEqual([])
})

// Files of one worker share the language: each begins with the keys of texts.
afterAll(async () => {
  if (typeof document === 'undefined' || document.documentElement.lang === '') return
  const { client } = await import('./support/client.ts')
  client.language.apply('en', {})
})

// A global that a test has replaced would be missing for the files after this one.
afterAll(() => void vi.unstubAllGlobals())

// A part that is still on its way would find no document, and stay broken for the files after this one.
afterAll(() => vi.dynamicImportSettled())

// jsdom has no matchMedia, which the chart's library calls when it is loaded.
if (typeof document !== 'undefined' && typeof globalThis.matchMedia !== 'function')
  globalThis.matchMedia = (media) =>
    Object.assign(new EventTarget(), {
      matches: false,
      media,
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    })

// jsdom knows <dialog> but not its methods.
if (typeof HTMLDialogElement !== 'undefined' && !HTMLDialogElement.prototype.showModal) {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.setAttribute('open', '')
  }
  HTMLDialogElement.prototype.show = HTMLDialogElement.prototype.showModal
  HTMLDialogElement.prototype.close = function close(value?: string) {
    if (!this.hasAttribute('open')) return
    this.removeAttribute('open')
    if (value !== undefined) this.returnValue = value
    this.dispatchEvent(new Event('close'))
  }
}
