// @vitest-environment jsdom
import { render, waitFor } from '../../../../tests/support/react.tsx'
import { expect, it } from 'vitest'
import Badge from './Badge.tsx'

it('says its word in its tone', async () => {
  const { container, rerender } = render(<Badge text="In review" />)
  expect(container.textContent).toBe('In review')
  expect(container.firstElementChild?.className).toBe('badge neutral soft')
  rerender(<Badge text="Verified" tone="up" look="outline" icon="badge-check" />)
  expect(container.firstElementChild?.className).toBe('badge up outline')
  await waitFor(() => expect(container.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true'))
})
