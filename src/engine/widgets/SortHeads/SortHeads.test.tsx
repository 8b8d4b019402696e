// @vitest-environment jsdom
import { fireEvent, render, screen } from '../../../../tests/support/react.tsx'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import SortHeads from './SortHeads.tsx'
import { client } from '../../../../tests/support/client.ts'

beforeEach(() =>
  client.language.apply('en', { 'ui.sortRising': '{{label}}, ascending', 'ui.sortFalling': '{{label}}, descending' }),
)

const items = [
  { id: 'name', label: 'Name', first: 'rising' as const },
  { id: 'price', label: 'Price', width: 'number' as const },
]

/** Presses a head in the order that the last press reported. */
function pressing() {
  let order = { value: 'none', rising: false }
  const onChange = vi.fn((next: typeof order) => void (order = next))
  const onClear = () => void (order = { value: 'none', rising: false })
  const draw = () => <SortHeads label="Sort" items={items} {...order} onChange={onChange} onClear={onClear} />
  const { rerender } = render(draw())
  return (name: RegExp) => {
    fireEvent.click(screen.getByRole('button', { name }))
    rerender(draw())
    return order
  }
}

describe('SortHeads', () => {
  it('sorts in two directions, then in no order', () => {
    const press = pressing()
    expect(press(/^Price/)).toEqual({ value: 'price', rising: false })
    expect(press(/^Price/)).toEqual({ value: 'price', rising: true })
    expect(press(/^Price/)).toEqual({ value: 'none', rising: false })
    expect(press(/^Name/)).toEqual({ value: 'name', rising: true })
    expect(press(/^Price/)).toEqual({ value: 'price', rising: false })
  })
  it('says which column sorts, and in which direction', () => {
    render(<SortHeads label="Sort" items={items} value="price" rising />)
    const head = screen.getByRole('button', { name: 'Price, ascending' })
    expect(head.getAttribute('aria-pressed')).toBe('true')
    expect(screen.getByRole('button', { name: 'Name' }).getAttribute('aria-pressed')).toBe('false')
  })
})
