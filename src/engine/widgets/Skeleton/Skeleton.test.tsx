// @vitest-environment jsdom
import { render, screen } from '../../../../tests/support/react.tsx'
import { expect, it } from 'vitest'
import Skeleton from './Skeleton.tsx'
import { client } from '../../../../tests/support/client.ts'

it('says once that something is loading, however many shapes it draws', () => {
  client.language.apply('en', { 'ui.loading': 'Loading' })
  const { container } = render(<Skeleton variant="row" count={4} />)
  expect(screen.getByRole('status').textContent).toBe('Loading')
  expect(container.querySelectorAll('[aria-hidden=true]')).toHaveLength(4)
})

it.each([
  [-3, 1],
  [Number.MAX_SAFE_INTEGER, 30],
])('draws what it can of %s', (count, drawn) => {
  const { container } = render(<Skeleton count={count} />)
  expect(container.querySelectorAll('[aria-hidden=true]')).toHaveLength(drawn)
})
