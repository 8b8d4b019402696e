// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { applyLanguage } from '../../state/language.ts'
import ErrorState from './ErrorState.tsx'

it('is announced, has default words, and retries', async () => {
  applyLanguage('en', {
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
