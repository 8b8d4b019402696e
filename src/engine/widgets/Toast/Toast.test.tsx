// @vitest-environment jsdom
import { render, screen } from '../../../../tests/support/react.tsx'
import { expect, it } from 'vitest'
import Toast from './Toast.tsx'

it.each(['info', 'success', 'error'] as const)('leaves the announcement of its text to its host: %s', (tone) => {
  render(<Toast text="Saved" tone={tone} />)
  const toast = screen.getByRole('status')
  expect([toast.textContent, toast.getAttribute('aria-live')]).toEqual(['Saved', 'off'])
})

it('shows text as text', () => {
  render(<Toast text="<b>bold</b>" />)
  expect(screen.getByText('<b>bold</b>')).toBeTruthy()
})
