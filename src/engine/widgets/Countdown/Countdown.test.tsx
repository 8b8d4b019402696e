// @vitest-environment jsdom
import { asUnixSeconds } from '../../language/values/time.ts'
import { act, render, screen } from '../../../../tests/support/react.tsx'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { client } from '../../../../tests/support/client.ts'
import Countdown, { formatClock } from './Countdown.tsx'

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000_000_000 }))
afterEach(() => void vi.useRealTimers())

it('counts to the moment and says so once', () => {
  const onDone = vi.fn()
  render(<Countdown until={asUnixSeconds(1_000_000_062)} label="Settles in" onDone={onDone} />)
  expect(screen.getByRole('timer').textContent).toBe('Settles in 01:02')
  act(() => void vi.advanceTimersByTime(3000))
  expect(screen.getByRole('timer').textContent).toBe('Settles in 00:59')
  act(() => void vi.advanceTimersByTime(59_000))
  act(() => void vi.advanceTimersByTime(5000))
  expect(screen.getByRole('timer').textContent).toBe('Settles in 00:00')
  expect(onDone).toHaveBeenCalledTimes(1)
})

it('counts by the server’s clock on a device that is five minutes slow', () => {
  client.clock.sync(1_000_000_300)
  render(<Countdown until={asUnixSeconds(1_000_000_310)} />)
  expect(screen.getByRole('timer').textContent).toBe('00:10')
  client.clock.sync(1_000_000_000)
})

it('is silent for a moment long past', () => {
  const onDone = vi.fn()
  render(<Countdown until={asUnixSeconds(1)} onDone={onDone} />)
  act(() => void vi.advanceTimersByTime(5000))
  expect(onDone).not.toHaveBeenCalled()
})

it('writes hours and days', () => {
  expect(formatClock(3849)).toBe('1:04:09')
  expect(formatClock(2 * 86_400 + 3849)).toBe('2 · 01:04:09')
})
