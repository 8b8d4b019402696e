// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import Toast from './Toast.tsx'

it('an error interrupts, everything else waits its turn', () => {
  render(<Toast text="Saved" tone="success" />)
  expect(screen.getByRole('status').textContent).toBe('Saved')
  render(<Toast text="Refused" tone="error" />)
  expect(screen.getByRole('alert').textContent).toBe('Refused')
})

it('shows text as text', () => {
  render(<Toast text="<b>bold</b>" />)
  expect(screen.getByText('<b>bold</b>')).toBeTruthy()
})
