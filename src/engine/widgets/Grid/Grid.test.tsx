// @vitest-environment jsdom
import { render } from '../../../../tests/support/react.tsx'
import { expect, it } from 'vitest'
import Grid from './Grid.tsx'

it('has as many equal columns as asked, others where the window is narrow, and two of them for large letters', () => {
  const { container, rerender } = render(<Grid />)
  const grid = container.firstElementChild as HTMLElement
  const columns = () => ['--columns', '--narrow', '--few'].map((name) => grid.style.getPropertyValue(name))
  expect(columns()).toEqual(['2', '2', '2'])
  rerender(<Grid columns={4} />)
  expect(columns()).toEqual(['4', '4', '2'])
  rerender(<Grid columns={4} narrow={1} />)
  expect(columns()).toEqual(['4', '1', '1'])
  rerender(<Grid columns={1} />)
  expect(columns()).toEqual(['1', '1', '1'])
})
