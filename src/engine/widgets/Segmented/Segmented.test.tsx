// @vitest-environment jsdom
import { fireEvent, render, screen } from '../../../../tests/support/react.tsx'
import { expect, it, vi } from 'vitest'
import Segmented from './Segmented.tsx'

const items = ['a', 'b', 'c'].map((id) => ({ id, label: id.toUpperCase() }))
const group = () => screen.getByRole('radiogroup', { name: 'Letters' })

it('is a radio group with one item checked', () => {
  render(<Segmented label="Letters" items={items} value="b" />)
  expect(screen.getAllByRole<HTMLInputElement>('radio').map((item) => item.checked)).toEqual([false, true, false])
})

it('reports another item, not the checked one', () => {
  const onChange = vi.fn()
  render(<Segmented label="Letters" items={items} value="b" onChange={onChange} />)
  fireEvent.click(screen.getByText('B'))
  fireEvent.click(screen.getByText('C'))
  expect(onChange.mock.calls).toEqual([[{ value: 'c' }]])
})

it.each([
  ['ltr', 'ArrowRight', 'c'],
  ['ltr', 'ArrowLeft', 'a'],
  ['rtl', 'ArrowRight', 'a'],
  ['rtl', 'ArrowLeft', 'c'],
  ['ltr', 'Home', 'a'],
  ['ltr', 'End', 'c'],
])('in %s %s goes to %s', (direction, key, expected) => {
  const onChange = vi.fn()
  render(<Segmented label="Letters" items={items} value="b" onChange={onChange} />)
  group().style.direction = direction
  fireEvent.keyDown(group(), { key })
  expect(onChange.mock.calls).toEqual([[{ value: expected }]])
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: expected.toUpperCase() }))
})

it('goes round at the ends', () => {
  const onChange = vi.fn()
  render(<Segmented label="Letters" items={items} value="c" onChange={onChange} />)
  fireEvent.keyDown(group(), { key: 'ArrowDown' })
  expect(onChange.mock.calls).toEqual([[{ value: 'a' }]])
})

it('has the tone of the checked item only', () => {
  const sides = [
    { id: 'buy', label: 'Buy', tone: 'up' as const },
    { id: 'sell', label: 'Sell', tone: 'down' as const },
  ]
  const { rerender } = render(<Segmented label="Side" items={sides} value="buy" />)
  const classOf = (word: string) => screen.getByText(word).closest('label')?.className ?? ''
  expect(classOf('Buy')).toMatch(/up/)
  expect(classOf('Sell')).not.toMatch(/up|down/)
  rerender(<Segmented label="Side" items={sides} value="sell" />)
  expect(classOf('Sell')).toMatch(/down/)
  expect(classOf('Buy')).not.toMatch(/up|down/)
})
