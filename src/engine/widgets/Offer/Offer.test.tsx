// @vitest-environment jsdom
import { asSeconds } from '../../language/values/time.ts'
import { act, render, screen } from '../../../../tests/support/react.tsx'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ExpiryContext } from './expiryContext.ts'
import Offer from './Offer.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('counts down in silence while valid, then reports that it is old', () => {
  const lapse = vi.fn()
  render(
    <ExpiryContext value={lapse}>
      <Offer seconds={asSeconds(10)} />
    </ExpiryContext>,
  )
  expect(screen.getByRole('status').textContent).toBe('')
  expect(screen.getByText('ui.offerLeft')).toBeTruthy()
  expect(lapse).toHaveBeenLastCalledWith(false)
  act(() => void vi.advanceTimersByTime(10_000))
  expect(screen.getByRole('status').textContent).toBe('ui.offerOld')
  expect(screen.queryByText('ui.offerLeft')).toBeNull()
  expect(lapse).toHaveBeenLastCalledWith(true)
})

it('reports a moved price, and does not revert it', () => {
  const lapse = vi.fn()
  const { rerender } = render(
    <ExpiryContext value={lapse}>
      <Offer seconds={asSeconds(10)} moved />
    </ExpiryContext>,
  )
  expect(screen.getByRole('status').textContent).toBe('ui.offerMoved')
  expect(lapse).toHaveBeenLastCalledWith(true)
  rerender(
    <ExpiryContext value={lapse}>
      <Offer seconds={asSeconds(10)} />
    </ExpiryContext>,
  )
  expect(screen.getByRole('status').textContent).toBe('ui.offerMoved')
  expect(lapse).toHaveBeenLastCalledWith(true)
})
