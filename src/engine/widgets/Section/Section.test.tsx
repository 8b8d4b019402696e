// @vitest-environment jsdom
import { render, screen } from '../../../../tests/support/react.tsx'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import Section from './Section.tsx'

it('is a region named by its heading', () => {
  render(
    <Section title="Top movers" level={3}>
      rows
    </Section>,
  )
  expect(screen.getByRole('region', { name: 'Top movers' }).textContent).toContain('rows')
  expect(screen.getByRole('heading', { level: 3, name: 'Top movers' })).toBeDefined()
})

it('draws its link only when something happens on a press', async () => {
  const onPress = vi.fn()
  const { rerender } = render(<Section title="News" action="See all" />)
  expect(screen.queryByRole('button')).toBeNull()
  rerender(<Section title="News" action="See all" onPress={onPress} />)
  await userEvent.click(screen.getByRole('button', { name: 'See all News' }))
  expect(onPress).toHaveBeenCalledOnce()
  rerender(<Section title="News" action="See all" onPress={onPress} end={<b>Live</b>} />)
  expect(screen.queryByRole('button')).toBeNull()
})
