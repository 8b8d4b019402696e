// @vitest-environment jsdom
import { render, screen } from '../../../../tests/support/react.tsx'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import EmptyState from './EmptyState.tsx'

it('names what is missing, with an action only when there is a handler', async () => {
  const onPress = vi.fn()
  const { rerender } = render(<EmptyState title="No orders" text="They will appear here." action="Trade" />)
  expect(screen.getByText('They will appear here.')).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
  rerender(<EmptyState title="No orders" action="Trade" onPress={onPress} />)
  await userEvent.click(screen.getByRole('button', { name: 'Trade' }))
  expect(onPress).toHaveBeenCalledOnce()
})
