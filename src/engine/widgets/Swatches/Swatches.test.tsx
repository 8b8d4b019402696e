// @vitest-environment jsdom
import { fireEvent, render, screen } from '../../../../tests/support/react.tsx'
import { expect, it, vi } from 'vitest'
import Swatches from './Swatches.tsx'

const items = [
  { id: 'a', label: 'Gold', color: 'gold' as const },
  { id: 'b', label: 'Pink', color: 'curve-pink' as const },
]

it('names each colour and the group, and has the chosen one checked', () => {
  render(<Swatches label="Colour of MA 5" items={items} value="b" />)
  expect(screen.getByRole('radiogroup', { name: 'Colour of MA 5' })).toBeTruthy()
  expect(screen.getAllByRole<HTMLInputElement>('radio').map(({ checked }) => checked)).toEqual([false, true])
  expect(screen.getByRole('radio', { name: 'Pink' })).toBeTruthy()
})

it('reports the colour chosen', () => {
  const onChange = vi.fn()
  render(<Swatches label="Colour of MA 5" items={items} value="b" onChange={onChange} />)
  fireEvent.click(screen.getByRole('radio', { name: 'Gold' }))
  expect(onChange.mock.calls).toEqual([[{ value: 'a' }]])
})
