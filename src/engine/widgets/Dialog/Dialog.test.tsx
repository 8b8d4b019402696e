// @vitest-environment jsdom
import { act, fireEvent, render, screen, within } from '../../../../tests/support/react.tsx'
import { expect, it, vi } from 'vitest'
import Dialog from './Dialog.tsx'

const dialog = () => document.querySelector('dialog') as HTMLDialogElement

it('is an alert dialog with a name, a description and the facts to check', () => {
  render(<Dialog title="Withdraw?" text="It takes a day." rows={[{ label: 'Fee', value: '1 USDT' }]} />)
  const dialog = screen.getByRole('alertdialog', { name: 'Withdraw?', description: 'It takes a day. Fee 1 USDT' })
  expect(within(dialog).getByRole('term').textContent).toBe('Fee')
  expect(within(dialog).getByRole('definition').textContent).toBe('1 USDT')
})

it('folds facts away, out of its description', async () => {
  render(
    <Dialog
      title="Withdraw?"
      rows={[
        { label: 'Amount', value: '5 USDT' },
        { label: 'Account', value: 'Real', folded: true },
      ]}
    />,
  )
  const dialog = screen.getByRole('alertdialog', { name: 'Withdraw?', description: 'Amount 5 USDT' })
  const details = within(dialog).getByRole('group') as HTMLDetailsElement
  expect([details.open, details.textContent]).toEqual([false, 'ui.detailsAccountReal'])
})

it('says yes and no', async () => {
  const onConfirm = vi.fn()
  const onCancel = vi.fn()
  render(<Dialog title="Log out?" confirmLabel="Leave" onConfirm={onConfirm} onCancel={onCancel} />)
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Leave' })))
  expect(onConfirm).toHaveBeenCalledTimes(1)
  expect(onCancel).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'ui.cancel' }))
  expect(onCancel).toHaveBeenCalledTimes(1)
})

it('ignores a press beside it', () => {
  const onCancel = vi.fn()
  render(<Dialog title="Log out?" onCancel={onCancel} />)
  fireEvent.click(dialog())
  expect(onCancel).not.toHaveBeenCalled()
})

it('takes Esc as a no', () => {
  const onCancel = vi.fn()
  render(<Dialog title="Log out?" onCancel={onCancel} />)
  act(() => void fireEvent(dialog(), new Event('cancel', { cancelable: true })))
  expect(onCancel).toHaveBeenCalledTimes(1)
})

it('puts the focus on the safe answer', () => {
  const { unmount } = render(<Dialog title="Log out?" confirmLabel="Yes" cancelLabel="No" />)
  expect(document.activeElement?.textContent).toBe('Yes')
  unmount()
  render(<Dialog title="Close all?" tone="danger" confirmLabel="Yes" cancelLabel="No" />)
  expect(document.activeElement?.textContent).toBe('No')
})

it('with facts to check puts the focus on no answer that agrees to them', () => {
  const rows = [{ label: 'Fee', value: '1 USDT' }]
  const { unmount } = render(<Dialog title="Withdraw?" rows={rows} confirmLabel="Yes" cancelLabel="No" />)
  expect(document.activeElement?.parentElement).toBe(dialog())
  unmount()
  render(<Dialog title="Close all?" tone="danger" rows={rows} confirmLabel="Yes" cancelLabel="No" />)
  expect(document.activeElement?.textContent).toBe('No')
})

it('while the yes is executed nothing can be pressed and Esc is ignored', async () => {
  let finish: (() => void) | undefined
  const onConfirm = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)))
  const onCancel = vi.fn()
  render(<Dialog title="Log out?" confirmLabel="Yes" cancelLabel="No" onConfirm={onConfirm} onCancel={onCancel} />)
  fireEvent.click(screen.getByText('Yes'))
  fireEvent.click(screen.getByText('Yes'))
  expect(onConfirm).toHaveBeenCalledTimes(1)
  expect(screen.getByText<HTMLButtonElement>('No').disabled).toBe(true)
  // A button that is disabled loses the focus.
  const yes = screen.getByText<HTMLButtonElement>('Yes')
  expect([yes.getAttribute('aria-disabled'), yes.disabled]).toEqual(['true', false])
  fireEvent(dialog(), new Event('cancel', { cancelable: true }))
  expect(onCancel).not.toHaveBeenCalled()
  await act(async () => finish?.())
  expect(screen.getByText<HTMLButtonElement>('No').disabled).toBe(false)
})

it('an alert has one button', () => {
  render(<Dialog kind="alert" title="Paused" />)
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['ui.ok'])
})

it('a value of several parts has an element for each, so that its lines break between them', () => {
  render(<Dialog title="Buy?" confirmLabel="Yes" rows={[{ label: 'Margin', value: '10 USDT · Fee 1 USDT' }]} />)
  const value = screen.getByRole('definition')
  expect(value.textContent).toBe('10 USDT · Fee 1 USDT')
  expect([...value.querySelectorAll('span')].map(({ textContent }) => textContent)).toEqual(['10 USDT', 'Fee 1 USDT'])
})
