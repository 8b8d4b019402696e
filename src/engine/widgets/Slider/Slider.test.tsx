// @vitest-environment jsdom
import { fireEvent, render, screen } from '../../../../tests/support/react.tsx'
import { expect, it, vi } from 'vitest'
import Slider from './Slider.tsx'

const slider = () => screen.getByRole<HTMLInputElement>('slider', { name: 'Share' })

it('has its range, and its value as a number or in the words given', () => {
  const { rerender } = render(<Slider label="Share" value={30} minimum={10} maximum={60} step={5} />)
  expect([slider().min, slider().max, slider().step, slider().value]).toEqual(['10', '60', '5', '30'])
  expect(slider().getAttribute('aria-valuetext')).toBe('30')
  rerender(<Slider label="Share" look="bare" value={30} valueText="30 %" />)
  expect(slider().getAttribute('aria-valuetext')).toBe('30 %')
})

it('reports each number chosen', () => {
  const onChange = vi.fn()
  render(<Slider label="Share" value={30} onChange={onChange} />)
  fireEvent.change(slider(), { target: { value: '75' } })
  expect(onChange.mock.calls).toEqual([[{ value: 75 }]])
})

it('draws as many dots as it has marks, those up to the value filled', () => {
  const { container } = render(<Slider label="Share" value={50} marks={[0, 25, 50, 75, 100]} />)
  const dots = [...container.querySelectorAll<HTMLElement>('[style*="--at"]')]
  expect(dots.map(({ className }) => className.includes('passed'))).toEqual([true, true, true, false, false])
})

it('a value outside of its range stays at the edge of the track', () => {
  const { container } = render(<Slider label="Share" value={500} />)
  expect(slider().value).toBe('100')
  expect(container.querySelector<HTMLElement>('[style*="--part"]')?.style.getPropertyValue('--part')).toBe('1')
})

it('a disabled one cannot be changed', () => {
  render(<Slider label="Share" disabled />)
  expect(slider().disabled).toBe(true)
})
