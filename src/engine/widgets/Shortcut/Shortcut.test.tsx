// @vitest-environment jsdom
import { render, screen } from '../../../../tests/support/react.tsx'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import Shortcut from './Shortcut.tsx'

it('is a button of its word, and nothing when disabled', async () => {
  const onPress = vi.fn()
  const { rerender } = render(<Shortcut label="Deposit" icon="download" onPress={onPress} disabled />)
  await userEvent.click(screen.getByRole('button'))
  expect(onPress).not.toHaveBeenCalled()
  rerender(<Shortcut label="Deposit" icon="download" onPress={onPress} />)
  await userEvent.click(screen.getByRole('button', { name: 'Deposit' }))
  expect(onPress).toHaveBeenCalledOnce()
})
