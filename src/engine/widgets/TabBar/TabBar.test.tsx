// @vitest-environment jsdom
import { render, screen } from '../../../../tests/support/react.tsx'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import TabBar from './TabBar.tsx'

const items = [
  { route: '/pages/index/index', label: 'Home', icon: 'house' },
  { route: '/pages/assets/index', label: 'Assets', icon: 'wallet', count: 128 },
]

it('marks the page it is on and reports the tab that is pressed', async () => {
  const onSelect = vi.fn()
  render(<TabBar items={items} selected="/pages/index/index" label="Main" onSelect={onSelect} />)
  expect(screen.getByRole('navigation', { name: 'Main' })).toBeDefined()
  expect(screen.getByRole('button', { current: 'page' }).textContent).toBe('Home')
  await userEvent.click(screen.getByRole('button', { name: /Assets/ }))
  expect(onSelect).toHaveBeenCalledWith({ route: '/pages/assets/index' })
})

it('shortens large numbers and marks nothing on a page without a tab', () => {
  render(<TabBar items={items} selected="/elsewhere" />)
  expect(screen.getByText('99+')).toBeDefined()
  expect(screen.queryByRole('button', { current: 'page' })).toBeNull()
})
