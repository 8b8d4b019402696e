// @vitest-environment jsdom
import { act, render, screen, within } from '../../../tests/support/react.tsx'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import Dialog from '../../engine/widgets/Dialog/Dialog.tsx'
import { ToastHost } from './ToastHost.tsx'
import { client } from '../../../tests/support/client.ts'

let frames: (() => void)[] = []
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  frames = []
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run))
  vi.stubGlobal('cancelAnimationFrame', () => undefined)
})
afterEach(() => {
  act(() => client.ui.reset())
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
const draw = () =>
  act(() => {
    for (const run of frames.splice(0)) run()
  })
const hostWith = (isOpen: boolean) => (
  <>
    {isOpen && <Dialog title="Sure?" />}
    <ToastHost />
  </>
)
/** The visible text; throws where there are several. */
const toast = (text: string) => screen.queryByText(text, { selector: '[popover] *' })

test('counts the time of a toast from its first frame', () => {
  render(<ToastHost />)
  act(() => client.ui.showToast('saved', { ms: 2_000 }))
  // The page is busy, or in the background.
  pass(10_000)
  expect(toast('saved')).not.toBeNull()
  draw()
  pass(1_999)
  expect(toast('saved')).not.toBeNull()
  pass(1)
  expect(toast('saved')).toBeNull()
})

test('restarts the time for the same text', () => {
  render(<ToastHost />)
  act(() => client.ui.showToast('failed', { ms: 2_000 }))
  draw()
  pass(1_500)
  act(() => client.ui.showToast('failed', { ms: 2_000 }))
  draw()
  pass(1_500)
  expect(toast('failed')).not.toBeNull()
})

test('each toast has its own time', () => {
  render(<ToastHost />)
  act(() => {
    client.ui.showToast('saved', { ms: 2_000 })
    client.ui.showToast('failed', { tone: 'error', ms: 3_000 })
  })
  draw()
  pass(1_000)
  act(() => client.ui.showToast('saved', { ms: 2_000 }))
  draw()
  pass(1_999)
  expect(toast('saved')).not.toBeNull()
  expect(toast('failed')).not.toBeNull()
  pass(1)
  expect(toast('saved')).toBeNull()
  expect(toast('failed')).toBeNull()
})

test('a button acts, and closes its toast', () => {
  const run = vi.fn()
  render(<ToastHost />)
  act(() => client.ui.showToast('reached', { ms: 2_000, action: { label: 'Open', run } }))
  act(() => screen.getByRole('button', { name: 'Open', hidden: true }).click())
  expect(run).toHaveBeenCalledOnce()
  expect(toast('reached')).toBeNull()
})

test('is in the open dialog, outside of which nothing can be pressed, and stays when that closes', async () => {
  const run = vi.fn()
  const { rerender } = render(hostWith(true))
  act(() => client.ui.showToast('reached', { ms: 2_000, action: { label: 'Open', run } }))
  expect(toast('reached')?.closest('dialog')).not.toBeNull()
  await act(async () => rerender(hostWith(false)))
  expect(toast('reached')?.closest('dialog')).toBeNull()
  await act(async () => rerender(hostWith(true)))
  const dialog = screen.getByRole('alertdialog')
  act(() => within(dialog).getByRole('button', { name: 'Open', hidden: true }).click())
  expect(run).toHaveBeenCalledOnce()
  expect(toast('reached')).toBeNull()
})

describe('announces', () => {
  const region = (live: 'polite' | 'assertive') => document.querySelector(`[aria-live=${live}]`)
  const said = () => [region('polite')?.textContent, region('assertive')?.textContent]

  test('a toast in a region that is there before it', () => {
    render(<ToastHost />)
    const before = region('polite')
    act(() => client.ui.showToast('saved', { ms: 2_000 }))
    expect([before?.isConnected, ...said()]).toEqual([true, '', ''])
    pass(250)
    expect([region('polite') === before, ...said()]).toEqual([true, 'saved', ''])
  })

  test('an error at once, with the button of its toast', () => {
    render(<ToastHost />)
    act(() => client.ui.showToast('failed', { tone: 'error', action: { label: 'Again', run: () => undefined } }))
    pass(250)
    expect(said()).toEqual(['', 'failed Again'])
  })

  test('each toast of a moment in a line of its own', () => {
    render(<ToastHost />)
    act(() => {
      client.ui.showToast('saved')
      client.ui.showToast('sent')
    })
    pass(250)
    const lines = [...(region('polite')?.children ?? [])]
    expect(lines.map((line) => line.textContent)).toEqual(['saved', 'sent'])
  })

  test('the same text again in another line', () => {
    render(<ToastHost />)
    act(() => client.ui.showToast('saved'))
    pass(250)
    const before = region('polite')?.firstChild
    act(() => client.ui.showToast('saved'))
    pass(250)
    expect([before?.isConnected, ...said()]).toEqual([false, 'saved', ''])
  })

  test('nothing of a toast that is closed', () => {
    render(<ToastHost />)
    act(() => client.ui.showToast('saved'))
    act(() => client.ui.reset())
    pass(250)
    expect(said()).toEqual(['', ''])
  })

  test('a toast in the open dialog, where the region is before it', async () => {
    const { rerender } = render(hostWith(false))
    await act(async () => rerender(hostWith(true)))
    const dialog = screen.getByRole('alertdialog')
    expect(dialog.contains(region('polite'))).toBe(true)
    act(() => client.ui.showToast('saved'))
    pass(250)
    expect(said()).toEqual(['saved', ''])
  })

  test('a toast once, though the dialog closes that it was announced in', async () => {
    const { rerender } = render(hostWith(true))
    act(() => client.ui.showToast('saved'))
    pass(250)
    expect(said()).toEqual(['saved', ''])
    await act(async () => rerender(hostWith(false)))
    pass(1_000)
    expect([toast('saved') !== null, ...said()]).toEqual([true, '', ''])
  })

  test('a toast after the dialog that closes', async () => {
    const { rerender } = render(hostWith(true))
    act(() => client.ui.showToast('saved'))
    pass(200)
    await act(async () => rerender(hostWith(false)))
    pass(200)
    expect(said()).toEqual(['', ''])
    pass(50)
    expect(said()).toEqual(['saved', ''])
  })
})

test('a tap closes the toast that it meets', () => {
  render(<ToastHost />)
  act(() => {
    client.ui.showToast('saved')
    client.ui.showToast('sent')
  })
  act(() => toast('saved')?.click())
  expect(toast('saved')).toBeNull()
  expect(toast('sent')).not.toBeNull()
})
