// @vitest-environment jsdom
import { act, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { resetUi, showToast } from '../../state/ui.ts'
import Dialog from '../../widgets/Dialog/Dialog.tsx'
import { ToastHost } from './ToastHost.tsx'

let frames: (() => void)[] = []
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  frames = []
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run))
  vi.stubGlobal('cancelAnimationFrame', () => undefined)
})
afterEach(() => {
  act(() => resetUi())
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
const draw = () =>
  act(() => {
    for (const run of frames.splice(0)) run()
  })

test('counts the time of a toast from its first frame', () => {
  render(<ToastHost />)
  act(() => showToast('saved', { ms: 2_000 }))
  // The page is busy, or in the background.
  pass(10_000)
  expect(screen.getByText('saved')).toBeTruthy()
  draw()
  pass(1_999)
  expect(screen.getByText('saved')).toBeTruthy()
  pass(1)
  expect(screen.queryByText('saved')).toBeNull()
})

test('restarts the time for the same text', () => {
  render(<ToastHost />)
  act(() => showToast('failed', { ms: 2_000 }))
  draw()
  pass(1_500)
  act(() => showToast('failed', { ms: 2_000 }))
  draw()
  pass(1_500)
  expect(screen.getAllByText('failed')).toHaveLength(1)
})

test('each toast has its own time', () => {
  render(<ToastHost />)
  act(() => {
    showToast('saved', { ms: 2_000 })
    showToast('failed', { tone: 'error', ms: 3_000 })
  })
  draw()
  pass(1_000)
  act(() => showToast('saved', { ms: 2_000 }))
  draw()
  pass(1_999)
  expect(screen.getByText('saved')).toBeTruthy()
  expect(screen.getByText('failed')).toBeTruthy()
  pass(1)
  expect(screen.queryByText('saved')).toBeNull()
  expect(screen.queryByText('failed')).toBeNull()
})

test('a button acts, and closes its toast', () => {
  const run = vi.fn()
  render(<ToastHost />)
  act(() => showToast('reached', { ms: 2_000, action: { label: 'Open', run } }))
  act(() => screen.getByRole('button', { name: 'Open', hidden: true }).click())
  expect(run).toHaveBeenCalledOnce()
  expect(screen.queryByText('reached')).toBeNull()
})

test('is in the open dialog, outside of which nothing can be pressed, and stays when that closes', async () => {
  const run = vi.fn()
  const draw = (isOpen: boolean) => (
    <>
      {isOpen && <Dialog title="Sure?" />}
      <ToastHost />
    </>
  )
  const { rerender } = render(draw(true))
  act(() => showToast('reached', { ms: 2_000, action: { label: 'Open', run } }))
  expect(screen.getByText('reached').closest('dialog')).not.toBeNull()
  await act(async () => rerender(draw(false)))
  expect(screen.getByText('reached').closest('dialog')).toBeNull()
  await act(async () => rerender(draw(true)))
  const dialog = screen.getByRole('alertdialog')
  act(() => within(dialog).getByRole('button', { name: 'Open', hidden: true }).click())
  expect(run).toHaveBeenCalledOnce()
  expect(screen.queryByText('reached')).toBeNull()
})
