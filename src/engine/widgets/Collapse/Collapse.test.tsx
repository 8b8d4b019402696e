// @vitest-environment jsdom
import { fireEvent, render, screen } from '../../../../tests/support/react.tsx'
import { expect, it, vi } from 'vitest'
import Collapse from './Collapse.tsx'

const toggle = () => {
  const details = screen.getByRole<HTMLDetailsElement>('group')
  details.open = !details.open
  fireEvent(details, new Event('toggle'))
}

it('reports each toggle', () => {
  const onToggle = vi.fn()
  render(
    <Collapse title="Fees?" onToggle={onToggle}>
      None
    </Collapse>,
  )
  expect(screen.getByRole<HTMLDetailsElement>('group').open).toBe(false)
  toggle()
  toggle()
  expect(onToggle.mock.calls).toEqual([[{ open: true }], [{ open: false }]])
})

it('starts open by its prop, without an event, and keeps the user’s state', () => {
  const onToggle = vi.fn()
  const { rerender } = render(
    <Collapse title="Fees?" open onToggle={onToggle}>
      None
    </Collapse>,
  )
  fireEvent(screen.getByRole('group'), new Event('toggle'))
  expect(onToggle).not.toHaveBeenCalled()
  toggle()
  rerender(
    <Collapse title="Fees!" open onToggle={onToggle}>
      None
    </Collapse>,
  )
  expect(screen.getByRole<HTMLDetailsElement>('group').open).toBe(false)
})

it('is one of a group', () => {
  render(
    <Collapse title="Fees?" group="faq">
      None
    </Collapse>,
  )
  expect(screen.getByRole('group').getAttribute('name')).toBe('faq')
})
