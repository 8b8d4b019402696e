// @vitest-environment jsdom
import { act, createEvent, fireEvent, render, screen } from '../../../../tests/support/react.tsx'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useGhostClickGuard } from './useGhostClickGuard.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const pressed = vi.fn()
function Page({ open }: { open: number }) {
  useGhostClickGuard(open)
  return <button onClick={pressed}>under it</button>
}
function tap(more: object = {}) {
  const event = createEvent.click(screen.getByRole('button'), { detail: 1, clientX: 100, clientY: 700, ...more })
  Object.defineProperty(event, 'timeStamp', { value: performance.now() })
  fireEvent(screen.getByRole('button'), event)
}

/** A dialog that a tap has just closed. */
function closed() {
  pressed.mockClear()
  const { rerender } = render(<Page open={1} />)
  tap()
  pressed.mockClear()
  rerender(<Page open={0} />)
}

it('the second tap on a dialog that is gone presses nothing', () => {
  closed()
  tap({ detail: 2, clientX: 104 })
  expect(pressed).not.toHaveBeenCalled()
})

it('the second tap on a button answers no dialog that has opened under the finger', () => {
  pressed.mockClear()
  const { rerender } = render(<Page open={0} />)
  tap()
  rerender(<Page open={1} />)
  tap({ detail: 2 })
  expect(pressed).toHaveBeenCalledTimes(1)
})

it('a tap right after the back button has closed a dialog goes through', () => {
  pressed.mockClear()
  const { rerender } = render(<Page open={0} />)
  tap()
  rerender(<Page open={1} />)
  act(() => void vi.advanceTimersByTime(2_000))
  rerender(<Page open={0} />)
  tap()
  expect(pressed).toHaveBeenCalledTimes(2)
})

it.each([
  ['elsewhere', { clientY: 500 }],
  ['a key', { detail: 0 }],
])('what is no second tap goes through: %s', (_, more) => {
  closed()
  tap(more)
  expect(pressed).toHaveBeenCalledTimes(1)
})

it('nor is a tap that takes its time', () => {
  closed()
  act(() => void vi.advanceTimersByTime(400))
  tap()
  expect(pressed).toHaveBeenCalledTimes(1)
})

it('a tap after one elsewhere goes through', () => {
  closed()
  tap({ clientY: 500 })
  tap()
  expect(pressed).toHaveBeenCalledTimes(2)
})
