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

function typedSlider(value: number) {
  const onChange = vi.fn()
  render(
    <Slider
      label="Leverage"
      look="typed"
      value={value}
      valueText={`${value}×`}
      maximum={100}
      minimum={1}
      onChange={onChange}
    />,
  )
  const chosen = () => onChange.mock.calls.map(([event]) => (event as { value: number }).value)
  return { chosen, field: screen.getByRole<HTMLInputElement>('textbox', { name: 'Leverage' }) }
}

it('a typed number is sent within its range, and the nearest one when a number outside of it is left', () => {
  const { chosen, field } = typedSlider(20)
  expect(field.value).toBe('20×')
  fireEvent.focus(field)
  expect(field.value).toBe('20')
  for (const value of ['3', '37', '370', '', 'x5']) fireEvent.change(field, { target: { value } })
  expect(chosen()).toEqual([3, 37, 5])
  fireEvent.change(field, { target: { value: '٤٠٠' } })
  fireEvent.blur(field)
  expect([chosen().at(-1), field.value]).toEqual([100, '20×'])
})

it('an empty field that is left keeps the number', () => {
  const { chosen, field } = typedSlider(20)
  fireEvent.focus(field)
  fireEvent.change(field, { target: { value: '' } })
  fireEvent.blur(field)
  expect([chosen(), field.value]).toEqual([[], '20×'])
})

it.each([
  [20, [19, 21]],
  [1, [2]],
  [100, [99]],
])('a step from %s chooses one of %j', (value, expected) => {
  const { chosen } = typedSlider(value)
  for (const name of ['Leverage −1', 'Leverage +1']) fireEvent.click(screen.getByRole('button', { name }))
  expect(chosen()).toEqual(expected)
})
