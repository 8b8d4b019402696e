// @vitest-environment jsdom
import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import Grid from './Grid.tsx'

it('has as many equal columns as asked, none wider for its content', () => {
  const { container, rerender } = render(<Grid />)
  const grid = container.firstElementChild as HTMLElement
  expect(grid.style.gridTemplateColumns).toBe('repeat(2, minmax(0, 1fr))')
  rerender(<Grid columns={4} />)
  expect(grid.style.gridTemplateColumns).toBe('repeat(4, minmax(0, 1fr))')
})
