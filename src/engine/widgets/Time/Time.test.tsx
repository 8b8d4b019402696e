// @vitest-environment jsdom
import { asUnixSeconds } from '../../language/values/time.ts'
import { act, render } from '../../../../tests/support/react.tsx'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import Time from './Time.tsx'
import { client } from '../../../../tests/support/client.ts'

const AT = Date.UTC(2026, 10, 21, 6, 0, 0)

beforeEach(() => {
  vi.useFakeTimers({ now: AT })
  client.language.apply(
    'en',
    {
      'time.justNow': 'just now',
      'time.minutesAgo_one': '{{count}} minute ago',
      'time.minutesAgo_other': '{{count}} minutes ago',
      'time.minuteAgo_one': '{{count}} minute ago',
      'time.minuteAgo_other': '{{count}} minutes ago',
    },
    'UTC',
  )
})
afterEach(() => {
  vi.useRealTimers()
})

it('formats a moment, a day and a clock, and sets datetime', () => {
  const { container, rerender } = render(<Time value={asUnixSeconds(AT / 1000)} />)
  expect(container.textContent).toBe('2026-11-21 06:00:00')
  expect(container.querySelector('time')?.dateTime).toBe('2026-11-21T06:00:00.000Z')
  rerender(<Time value={asUnixSeconds(AT / 1000)} format="date" />)
  expect(container.textContent).toBe('2026-11-21')
  rerender(<Time value={asUnixSeconds(AT / 1000)} format="time" />)
  expect(container.textContent).toBe('06:00:00')
  rerender(<Time value={null} />)
  expect(container.textContent).toContain('—')
})

it('keeps "ago" current and stops its clock when it goes', () => {
  const { container, unmount } = render(<Time value={asUnixSeconds(AT / 1000)} format="ago" />)
  expect(container.textContent).toBe('just now')
  act(() => void vi.advanceTimersByTime(6 * 60_000))
  expect(container.textContent).toContain('6')
  unmount()
  expect(vi.getTimerCount()).toBe(0)
})

it('draws nothing that JavaScript has no date for', () => {
  const { container } = render(<Time value={asUnixSeconds(Number.MAX_SAFE_INTEGER)} />)
  expect(container.querySelector('time')).toBeNull()
  expect(container.textContent).not.toMatch(/NaN|Invalid/)
})
