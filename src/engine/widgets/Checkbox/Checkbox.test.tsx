// @vitest-environment jsdom
import { fireEvent, render, screen } from '../../../../tests/support/react.tsx'
import { expect, it, vi } from 'vitest'
import Checkbox from './Checkbox.tsx'

it('is named by its words and reports the requested state', () => {
  const onChange = vi.fn()
  render(<Checkbox label="Keep me signed in" onChange={onChange} />)
  fireEvent.click(screen.getByText('Keep me signed in'))
  expect(onChange.mock.calls).toEqual([[{ value: true }]])
  expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false)
})

it('takes words with a link, which does not tick it', () => {
  const onChange = vi.fn()
  render(
    <Checkbox onChange={onChange}>
      I accept the <a href="#terms">terms</a>
    </Checkbox>,
  )
  expect(screen.getByRole('checkbox', { name: 'I accept the terms' })).toBeTruthy()
  fireEvent.click(screen.getByRole('link'))
  expect(onChange).not.toHaveBeenCalled()
})

it('shows its error', () => {
  render(<Checkbox label="Terms" error="Please accept" />)
  expect(screen.getByRole('checkbox', { description: 'Please accept' }).getAttribute('aria-invalid')).toBe('true')
})
