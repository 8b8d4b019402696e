// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Manifest } from '../../engine/language/expressions/program.ts'
import { pollRevisions } from './pollRevisions.ts'
import { client } from '../../../tests/support/client.ts'

const manifestOf = (en: string): Manifest => ({
  revision: en,
  routes: {},
  locales: { en },
  shell: { tabs: [], home: '/', login: '/', notFound: '/' },
  calls: {},
})

function catalogueOf() {
  const watchers = new Set<() => void>()
  const it = {
    current: manifestOf('one'),
    polls: 0,
    goes: true,
    entered: [] as string[],
    texts: vi.fn((lang: string) => Promise.resolve({ key: `late ${lang}` })),
    late: false,
    manifest: () => it.current,
    watch(changed: () => void) {
      watchers.add(changed)
      return () => watchers.delete(changed)
    },
    poll() {
      it.polls += 1
      return Promise.resolve(it.goes)
    },
    activate: (lang: string) => void it.entered.push(lang),
    peekTexts: () => (it.late ? undefined : { key: it.current.revision }),
    take(manifest: Manifest) {
      it.current = manifest
      for (const changed of watchers) changed()
    },
  }
  return it
}

const page = (visible: boolean, online = true) => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visible ? 'visible' : 'hidden')
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online)
}
const after = (ms: number) => vi.advanceTimersByTimeAsync(ms)

let catalogue: ReturnType<typeof catalogueOf>
const navigations = new Set<(address: string) => void>()
const onNavigate = (listener: (address: string) => void) => {
  navigations.add(listener)
  return () => navigations.delete(listener)
}
const navigate = (address: string) => {
  for (const listener of navigations) listener(address)
}

let stop: () => void
beforeEach(() => {
  vi.useFakeTimers()
  page(true)
  client.language.apply('en', { key: 'one' })
  catalogue = catalogueOf()
  stop = pollRevisions(catalogue, client.language, onNavigate)
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})

test('polls every few seconds: detects a published revision within five', async () => {
  await after(3_600)
  expect(catalogue.polls).toBe(1)
  await after(35_000)
  expect(catalogue.polls).toBe(11)
  stop()
  await after(60_000)
  expect(catalogue.polls).toBe(11)
})

test('pauses while hidden or offline, and polls at once afterwards', async () => {
  page(false)
  await after(60_000)
  expect(catalogue.polls).toBe(0)
  page(true)
  document.dispatchEvent(new Event('visibilitychange'))
  await after(0)
  expect(catalogue.polls).toBe(1)
  page(true, false)
  await after(60_000)
  expect(catalogue.polls).toBe(1)
  page(true)
  window.dispatchEvent(new Event('online'))
  await after(0)
  expect(catalogue.polls).toBe(2)
})

test('polls less often after failures, and normally after a success', async () => {
  catalogue.goes = false
  await after(10 * 60_000)
  expect(catalogue.polls).toBeLessThanOrEqual(15)
  expect(catalogue.polls).toBeGreaterThan(5)
  catalogue.goes = true
  await after(60_000)
  const before = catalogue.polls
  await after(35_000)
  expect(catalogue.polls).toBe(before + 10)
})

test('texts change with the revision, in the same moment when they are at hand, and only when they differ', async () => {
  catalogue.take(manifestOf('two'))
  expect(client.language.current().textOf('key')).toBe('two')
  const same = client.language.current()
  catalogue.take({ ...manifestOf('two'), revision: 'three' })
  expect(client.language.current()).toBe(same)
  catalogue.late = true
  catalogue.take(manifestOf('four'))
  expect(client.language.current()).toBe(same)
  await after(0)
  expect(client.language.current().textOf('key')).toBe('late en')
})

test('a revision that waits takes over at the next navigation', () => {
  navigate('/pages/x')
  expect(catalogue.entered).toEqual(['en'])
  stop()
  navigate('/pages/y')
  expect(catalogue.entered).toEqual(['en'])
})
