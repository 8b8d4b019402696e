// @vitest-environment jsdom
import { render, screen } from '../../../../tests/support/react.tsx'
import { expect, it } from 'vitest'
import Gauge from './Gauge.lazy.tsx'

it('is a meter that says its value and what it means', () => {
  const { container } = render(<Gauge label="Credit score" value={60} word="Fair" tone="warning" />)
  const meter = screen.getByRole('meter', { name: 'Credit score' })
  expect([meter.getAttribute('value'), meter.getAttribute('max'), meter.getAttribute('aria-valuetext')]).toEqual([
    '60',
    '100',
    '60, Fair',
  ])
  expect(container.querySelector('.arc')?.getAttribute('stroke-dasharray')).toBe('60 200')
})

it('never leaves its arc', () => {
  const { container, rerender } = render(<Gauge label="Turnover" value={9} maximum={3} />)
  expect(container.querySelector('.arc')?.getAttribute('stroke-dasharray')).toBe('100 200')
  expect(screen.getByRole('meter').getAttribute('value')).toBe('3')
  rerender(<Gauge label="Turnover" value={0} maximum={3} />)
  expect(container.querySelector('.arc')).toBeNull()
})
