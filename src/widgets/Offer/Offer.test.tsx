// @vitest-environment jsdom
import { asSeconds } from '../../core/time.ts'
import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Lapse } from './lapse.ts'
import Offer from './Offer.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('is silent while valid, then reports that it is old', () => {
  const lapse = vi.fn()
  render(<Lapse value={lapse}><Offer seconds={asSeconds(10)} /></Lapse>)
  expect(screen.getByRole('status').textContent).toBe('')
  expect(lapse).toHaveBeenLastCalledWith(false)
  act(() => void vi.advanceTimersByTime(10_000))
  expect(screen.getByRole('status').textContent).toBe('ui.offerOld')
  expect(lapse).toHaveBeenLastCalledWith(true)
})

it('reports a moved price, and does not revert it', () => {
  const lapse = vi.fn()
  const { rerender } = render(<Lapse value={lapse}><Offer seconds={asSeconds(10)} moved /></Lapse>)
  expect(screen.getByRole('status').textContent).toBe('ui.offerMoved')
  expect(lapse).toHaveBeenLastCalledWith(true)
  rerender(<Lapse value={lapse}><Offer seconds={asSeconds(10)} /></Lapse>)
  expect(screen.getByRole('status').textContent).toBe('ui.offerMoved')
  expect(lapse).toHaveBeenLastCalledWith(true)
})
