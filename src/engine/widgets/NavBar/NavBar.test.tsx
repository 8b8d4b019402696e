// @vitest-environment jsdom
import { render, screen } from '../../../../tests/support/react.tsx'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import NavBar from './NavBar.tsx'
import { client } from '../../../../tests/support/client.ts'

it('names the page and goes back', async () => {
  client.language.apply('en', { 'ui.back': 'Back' })
  const onBack = vi.fn()
  render(<NavBar title="Withdraw" onBack={onBack} end={<b>end</b>} />)
  expect(screen.getByRole('heading', { level: 1, name: 'Withdraw' })).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Back' }))
  expect(onBack).toHaveBeenCalledOnce()
})

it('has no back button without a way back, and none beside a start slot', () => {
  const { rerender } = render(<NavBar title="Home" variant="large" />)
  expect(screen.queryByRole('button')).toBeNull()
  rerender(<NavBar title="Home" onBack={() => {}} start={<b>logo</b>} />)
  expect(screen.queryByRole('button')).toBeNull()
})
