// @vitest-environment jsdom
import { render, screen } from '../../../../tests/support/react.tsx'
import { expect, it } from 'vitest'
import Stack from './Stack.tsx'

it('keeps its children in order and takes its layout from the props', () => {
  const { container } = render(
    <Stack gap="lg" padding="sm" align="center" justify="between" grow>
      <i>one</i>
      <i>two</i>
    </Stack>,
  )
  expect([...screen.getAllByText(/one|two/)].map((child) => child.textContent)).toEqual(['one', 'two'])
  expect(container.firstElementChild?.className.split(' ')).toEqual([
    'stack',
    'gap-lg',
    'pad-sm',
    'align-center',
    'justify-between',
    'grow',
  ])
})

it('has a medium gap when nothing is said', () => {
  const { container } = render(<Stack />)
  expect(container.firstElementChild?.className.split(' ')).toEqual(['stack', 'gap-md', 'align-stretch'])
})
