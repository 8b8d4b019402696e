import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { CHUNK_TIMEOUT_MS } from '../core/constants.ts'
import type { Screen } from '../core/program.ts'
import { lateKind } from '../widgets/Form/lateFields.ts'
import { haveFieldsOf, haveLoaded, inTime, loadFieldsOf, loadParts, widgets } from './registry.ts'

afterEach(() => void vi.useRealTimers())

test('a chunk that does not come counts as lost after 120 s, and not before', async () => {
  vi.useFakeTimers()
  expect(CHUNK_TIMEOUT_MS).toBe(120_000)
  const lost = vi.fn()
  inTime(() => new Promise(() => {}))().catch(lost)
  await vi.advanceTimersByTimeAsync(119_999)
  expect(lost).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(lost).toHaveBeenCalledTimes(1)
})

test('one that comes, or fails, says so at once', async () => {
  await expect(inTime(() => Promise.resolve(7))()).resolves.toBe(7)
  await expect(inTime(() => Promise.reject(new Error('404')))()).rejects.toThrow('404')
})

test('a late widget that has come before it is drawn is not waited for', async () => {
  const draw = () => widgets.QRCode && renderToStaticMarkup(createElement(widgets.QRCode, { value: 'placard', label: 'Placard' }))
  expect(draw()).toBe('')
  await loadParts({ widgets: ['QRCode@1'], functions: [] })
  await vi.waitFor(() => expect(draw()).toContain('<svg'), 20_000)
})

const screenOf = (...kinds: string[]): Screen => ({
  id: 'it', route: '/it', title: '', nav: 'none', access: [], params: {}, state: {}, data: {}, onShow: [], body: [], requires: { widgets: [], actions: [], functions: [] }, calls: {},
  forms: { it: { fields: kinds.map((kind) => ({ name: kind, kind, label: kind, required: true, shape: { type: 'string' } })), rules: [] } },
})

test('what rare fields are drawn with comes with the widgets of a screen that names them', async () => {
  const parts = { widgets: [], functions: [], fields: ['date', 'text', 'of another build'] }
  expect(haveLoaded(parts)).toBe(false)
  await loadParts(parts)
  expect(haveLoaded(parts)).toBe(true)
  expect(lateKind('date')).toHaveProperty('Editor')
  expect(lateKind('textarea')).toBeUndefined()
})

test('and after the screen itself where it was published without their names', async () => {
  const screen = screenOf('text', 'textarea')
  expect(haveFieldsOf(screen)).toBe(false)
  await loadFieldsOf(screen)
  expect(haveFieldsOf(screen)).toBe(true)
  expect(haveFieldsOf(screenOf('text', 'given'))).toBe(true)
})
