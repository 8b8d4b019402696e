// @vitest-environment jsdom
import { act, fireEvent, render, screen } from '../../../../tests/support/react.tsx'
import { expect, it, vi } from 'vitest'
import Sheet from './Sheet.tsx'

const dialog = () => document.querySelector('dialog') as HTMLDialogElement

it('is named by its title and takes the focus', () => {
  render(<Sheet title="Filters">Content</Sheet>)
  expect(screen.getByRole('dialog', { name: 'Filters' })).toBe(dialog())
  expect(dialog().open).toBe(true)
  expect(dialog().contains(document.activeElement)).toBe(true)
})

it.each([
  ['its button', () => fireEvent.click(screen.getByRole('button', { name: 'ui.close' }))],
  ['the backdrop', () => fireEvent.click(dialog())],
  ['Esc', () => fireEvent(dialog(), new Event('cancel', { cancelable: true }))],
])('closes by %s, once', async (_gesture, close) => {
  const onClose = vi.fn()
  render(<Sheet title="Filters" onClose={onClose} />)
  await act(async () => void close())
  expect(dialog().open).toBe(false)
  expect(onClose).toHaveBeenCalledTimes(1)
})

it('stays on a press inside it', () => {
  const onClose = vi.fn()
  render(
    <Sheet title="Filters" onClose={onClose}>
      <p>Inside</p>
    </Sheet>,
  )
  fireEvent.click(screen.getByText('Inside'))
  expect(onClose).not.toHaveBeenCalled()
})

it('stays on a press that begins inside it, and closes by the next one on the backdrop', async () => {
  const onClose = vi.fn()
  render(
    <Sheet title="Filters" onClose={onClose}>
      <p>Inside</p>
    </Sheet>,
  )
  fireEvent.pointerDown(screen.getByText('Inside'))
  fireEvent.click(dialog())
  expect(onClose).not.toHaveBeenCalled()
  fireEvent.pointerDown(dialog())
  await act(async () => void fireEvent.click(dialog()))
  expect(onClose).toHaveBeenCalledTimes(1)
})

it('when it must be answered, closes by its button alone', async () => {
  const onClose = vi.fn()
  render(<Sheet label="Notice" dismissible={false} onClose={onClose} />)
  fireEvent.click(dialog())
  const esc = new Event('cancel', { cancelable: true })
  fireEvent(dialog(), esc)
  expect(esc.defaultPrevented).toBe(true)
  expect(onClose).not.toHaveBeenCalled()
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'ui.close' })))
  expect(onClose).toHaveBeenCalledTimes(1)
})

it('closes when its header is dragged far down, and springs back from a short drag', async () => {
  const onClose = vi.fn()
  render(<Sheet title="Filters" onClose={onClose} />)
  const header = screen.getByRole('heading').parentElement as HTMLElement
  const panel = header.parentElement as HTMLElement
  const drag = (to: number) => {
    fireEvent.pointerDown(header, { button: 0, clientY: 100, pointerId: 1 })
    fireEvent.pointerMove(header, { clientY: to })
  }
  drag(115)
  expect(panel.style.translate).toBe('0 15px')
  fireEvent.pointerUp(header)
  expect(panel.style.translate).toBe('')
  expect(onClose).not.toHaveBeenCalled()
  drag(240)
  await act(async () => void fireEvent.pointerUp(header))
  expect(onClose).toHaveBeenCalledTimes(1)
})

it('keeps its greatest height while it is open', () => {
  let notify = () => {}
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(changed: () => void) {
        notify = changed
      }
      observe() {}
      disconnect() {}
    },
  )
  render(<Sheet title="Filters" />)
  const panel = dialog().querySelector<HTMLElement>('[data-panel]') as HTMLElement
  const kept = [500, 620, 300].map((height) => {
    Object.defineProperty(panel, 'offsetHeight', { configurable: true, value: height })
    notify()
    return panel.style.getPropertyValue('--kept')
  })
  vi.unstubAllGlobals()
  expect(kept).toEqual(['500px', '620px', '620px'])
})

function Page({ open }: { open: boolean }) {
  return (
    <>
      <button type="button">Open</button>
      {open && <Sheet title="Filters" />}
    </>
  )
}

it('gives the focus back, also when it is taken away while open', () => {
  const { rerender } = render(<Page open={false} />)
  screen.getByText('Open').focus()
  rerender(<Page open />)
  expect(document.activeElement).not.toBe(screen.getByText('Open'))
  rerender(<Page open={false} />)
  expect(document.activeElement).toBe(screen.getByText('Open'))
})

it('calls no handler when unmounted', () => {
  const onClose = vi.fn()
  const { unmount } = render(<Sheet title="Filters" onClose={onClose} />)
  unmount()
  expect(onClose).not.toHaveBeenCalled()
})
