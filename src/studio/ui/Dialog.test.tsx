// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '../../../tests/support/react.tsx'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Dialog } from './ui.tsx'

const onClose = vi.fn()
const dialog = (): HTMLElement => screen.getByRole('dialog')
const escape = (): boolean => fireEvent(dialog(), new Event('cancel', { cancelable: true }))
const asks = (): boolean => screen.queryByText(/is not saved/) !== null

beforeEach(() => {
  onClose.mockClear()
  render(
    <Dialog title="Words" onClose={onClose}>
      <input aria-label="Name" />
      <input type="search" aria-label="Search" />
      <input type="checkbox" aria-label="Box" />
    </Dialog>,
  )
})
afterEach(cleanup)

it('closes at once while nothing is typed', () => {
  fireEvent.input(screen.getByLabelText('Search'), { target: { value: 'x' } })
  fireEvent.click(screen.getByLabelText('Box'))
  escape()
  expect(onClose).toHaveBeenCalledOnce()
})

it.each([
  ['Escape', () => escape()],
  ['the cross', () => fireEvent.click(screen.getByRole('button', { name: 'Close' }))],
])('asks before %s discards what is typed', (_name, leave) => {
  fireEvent.input(screen.getByLabelText('Name'), { target: { value: 'x' } })
  leave()
  expect(onClose).not.toHaveBeenCalled()
  expect(asks()).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: 'Go on' }))
  expect(asks()).toBe(false)
  leave()
  leave()
  expect(onClose).toHaveBeenCalledOnce()
})
