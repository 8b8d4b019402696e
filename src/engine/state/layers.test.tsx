// @vitest-environment jsdom
import { act, render } from '../../../tests/support/react.tsx'
import { Activity } from 'react'
import { expect, test, vi } from 'vitest'
import { layers, useLayer } from './layers.ts'

function Overlay({ open = true, close = () => true }: { open?: boolean; close?: () => boolean }) {
  useLayer(open, close)
  return null
}

test('an overlay is counted while it is open and mounted', () => {
  const changed = vi.fn()
  const stop = layers.watch(changed)
  const { rerender, unmount } = render(<Overlay open={false} />)
  expect(layers.count()).toBe(0)
  rerender(<Overlay />)
  expect(layers.count()).toBe(1)
  rerender(<Overlay open={false} />)
  expect(layers.count()).toBe(0)
  rerender(<Overlay />)
  unmount()
  expect([layers.count(), changed.mock.calls.length]).toEqual([0, 4])
  stop()
})

test('an overlay of a hidden tab is not counted', () => {
  const inTab = (mode: 'visible' | 'hidden') => (
    <Activity mode={mode}>
      <Overlay />
    </Activity>
  )
  const { rerender } = render(inTab('visible'))
  rerender(inTab('hidden'))
  expect(layers.count()).toBe(0)
})

test('the topmost closes first, by its latest function, and is not counted during its exit animation', () => {
  const [first, stale, second] = [vi.fn(() => true), vi.fn(() => true), vi.fn(() => true)]
  const both = (close: () => boolean) => (
    <>
      <Overlay close={first} />
      <Overlay close={close} />
    </>
  )
  const { rerender } = render(both(stale))
  rerender(both(second))
  act(() => expect(layers.closeTop()).toBe(true))
  expect([first, stale, second].map((close) => close.mock.calls.length)).toEqual([0, 0, 1])
  expect(layers.count()).toBe(1)
  act(() => expect(layers.closeTop()).toBe(true))
  expect(layers.closeTop()).toBe(false)
})

test('an overlay that requires an answer stays, others close', () => {
  const other = vi.fn(() => true)
  render(
    <>
      <Overlay close={other} />
      <Overlay close={() => false} />
    </>,
  )
  expect([layers.closeTop(), layers.count()]).toEqual([false, 2])
  act(() => layers.closeAll())
  expect([other.mock.calls.length, layers.count()]).toEqual([1, 1])
})
