// @vitest-environment jsdom
import { render, screen } from '../../../../tests/support/react.tsx'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import ErrorState from './ErrorState.tsx'
import { client } from '../../../../tests/support/client.ts'

it('is announced, has default words, and retries', async () => {
  client.language.apply('en', {
    'ui.errorTitle': 'Not loaded',
    'ui.errorText': 'Check your connection',
    'ui.retry': 'Try again',
  })
  const onRetry = vi.fn()
  const { rerender } = render(<ErrorState onRetry={onRetry} />)
  expect(screen.getByRole('alert').textContent).toContain('Not loadedCheck your connection')
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(onRetry).toHaveBeenCalledOnce()
  rerender(<ErrorState title="Quotes" text="404" />)
  expect(screen.getByRole('alert').textContent).toBe('Quotes404')
  expect(screen.queryByRole('button')).toBeNull()
})
