// @vitest-environment jsdom
import { asPercent } from '../../language/values/decimal.ts'
import { render } from '../../../../tests/support/react.tsx'
import { expect, it } from 'vitest'
import Percent from './Percent.tsx'

it('takes 1.25 for 1.25 %, with sign and colour', () => {
  const { container, rerender } = render(<Percent value={asPercent('1.25')} />)
  expect(container.textContent).toBe('+1.25%')
  expect(container.innerHTML).toContain('toneUp')
  rerender(<Percent value={asPercent('-0.3')} />)
  expect(container.textContent).toBe('−0.30%')
  expect(container.innerHTML).toContain('toneDown')
  rerender(<Percent value={asPercent('7.2')} signed={false} tone="gold" />)
  expect(container.textContent).toBe('7.2%')
  expect(container.innerHTML).toContain('toneGold')
  rerender(<Percent value={asPercent('0.035')} signed={false} />)
  expect(container.textContent).toBe('0.035%')
})

it('has no direction for nothing and for zero', () => {
  const { container, rerender } = render(<Percent value={null} look="block" />)
  expect(container.textContent).toContain('—')
  expect(container.innerHTML).not.toMatch(/\b(up|down)\b/)
  rerender(<Percent value={asPercent('0')} look="badge" />)
  expect(container.innerHTML).not.toMatch(/\b(up|down)\b/)
  rerender(<Percent value={asPercent('-2')} look="block" />)
  expect(container.firstElementChild?.className).toMatch(/\bblock down\b/)
})
