import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { formWidget } from '../engine/widgets/Form/theme/widgets.ts'
import { product } from './product.ts'
import { createRegistry, withTimeout } from './registry.ts'
import { eventually } from '../../tests/support/eventually.ts'

const { isLoaded, loadRequired, widgetLoader, widgets } = product.registry

afterEach(() => void vi.useRealTimers())

test('a chunk not loaded counts as lost after 120 s, and not before', async () => {
  vi.useFakeTimers()
  const rejected = vi.fn()
  withTimeout(() => new Promise(() => {}))().catch(rejected)
  await vi.advanceTimersByTimeAsync(119_999)
  expect(rejected).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(rejected).toHaveBeenCalledTimes(1)
})

test('a loaded or failed one settles at once', async () => {
  await expect(withTimeout(() => Promise.resolve(7))()).resolves.toBe(7)
  await expect(withTimeout(() => Promise.reject(new Error('404')))()).rejects.toThrow('404')
})

test('a lazy widget that is loaded before it is drawn renders at once', async () => {
  const draw = () =>
    widgets.QRCode && renderToStaticMarkup(createElement(widgets.QRCode, { value: 'placard', label: 'Placard' }))
  expect(draw()).toBe('')
  await loadRequired({ widgets: ['QRCode@1'], functions: [] })
  await eventually(() => expect(draw()).toContain('<svg'))
})

test('the code of rare fields comes with the widgets of a screen that names them', async () => {
  const parts = { widgets: [], functions: [], fields: ['date', 'text', 'of another build'] }
  expect(isLoaded(parts)).toBe(false)
  await loadRequired(parts)
  expect(isLoaded(parts)).toBe(true)
  expect(formWidget('date')).toHaveProperty('default')
  expect(formWidget('textarea')).toBeUndefined()
})

test('a deferred widget is not loaded with its screen, but by the loader', async () => {
  const parts = { widgets: ['Stepper', 'Slider@1'], functions: [], deferred: ['Slider@1'] }
  await loadRequired(parts)
  expect(isLoaded(parts)).toBe(true)
  expect(widgetLoader.isAwaited('Slider')).toBe(true)
  await widgetLoader.load(['Slider'])
  expect(widgetLoader.isAwaited('Slider')).toBe(false)
  expect(widgets).toHaveProperty('Slider')
  expect(widgetLoader.isAwaited('of another build')).toBe(false)
})

test('and what draws with the catalogue’s own fields', async () => {
  const parts = { widgets: [], functions: [], fields: ['stock'] }
  expect(isLoaded(parts)).toBe(false)
  await loadRequired(parts)
  expect(isLoaded(parts)).toBe(true)
})

test('all parts are loaded one after another, each when the page is ready for it', async () => {
  const order: string[] = []
  const part = (name: string) => async () => {
    order.push(name)
    return { default: () => null }
  }
  const { loadAll } = createRegistry(
    { widgets: { 'A/A.tsx': part('A'), 'B/B.tsx': part('B') }, actions: {}, symbols: {} },
    product.plugin.functions,
  )
  const ready = async () => {
    if (order.includes('B')) throw new Error('left')
    order.push('ready')
  }
  await expect(loadAll(ready)).rejects.toThrow('left')
  expect(order).toEqual(['ready', 'ready', 'A', 'ready', 'B'])
})
