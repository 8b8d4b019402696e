// @vitest-environment jsdom
import { asSeconds } from '../../language/values/time.ts'
import { act, render, screen } from '../../../../tests/support/react.tsx'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import ExpiryRing from './ExpiryRing.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
const timer = () => screen.getByRole('timer', { name: 'Rate holds' })

it('counts down from when it appears, and says once that it is over', () => {
  const onDone = vi.fn()
  render(<ExpiryRing seconds={asSeconds(10)} label="Rate holds" onDone={onDone} />)
  expect(timer().textContent).toBe('10')
  pass(4000)
  expect(timer().textContent).toBe('6')
  pass(5999)
  expect(onDone).not.toHaveBeenCalled()
  pass(1)
  pass(20_000)
  expect(timer().textContent).toBe('0')
  expect(onDone).toHaveBeenCalledTimes(1)
})

it('empties as time goes', () => {
  const { container } = render(<ExpiryRing seconds={asSeconds(10)} label="Rate holds" />)
  const arc = () => container.querySelector('circle:last-of-type')?.getAttribute('stroke-dasharray')
  expect(arc()).toBe('100 100')
  pass(5000)
  expect(arc()).toBe('50 100')
})

it('ends at the given millisecond', () => {
  const onDone = vi.fn()
  render(<ExpiryRing seconds={asSeconds(3)} ms={2250} label="Rate holds" onDone={onDone} />)
  expect(timer().textContent).toBe('3')
  pass(250)
  expect(timer().textContent).toBe('2')
  pass(1999)
  expect(onDone).not.toHaveBeenCalled()
  pass(1)
  expect([timer().textContent, onDone.mock.calls.length]).toEqual(['0', 1])
})

it('is silent once it has gone', () => {
  const onDone = vi.fn()
  const { unmount } = render(<ExpiryRing seconds={asSeconds(2)} label="Rate holds" onDone={onDone} />)
  unmount()
  pass(5000)
  expect(onDone).not.toHaveBeenCalled()
})

it('shows the remaining share of the total, and follows its props', () => {
  const { container, rerender } = render(
    <ExpiryRing seconds={asSeconds(30)} total={asSeconds(60)} label="Rate holds" />,
  )
  const arc = () => container.querySelector('circle:last-of-type')?.getAttribute('stroke-dasharray')
  expect(arc()).toBe('50 100')
  rerender(<ExpiryRing seconds={asSeconds(15)} total={asSeconds(60)} label="Rate holds" />)
  pass(0)
  expect([arc(), timer().textContent]).toEqual(['25 100', '15'])
})
