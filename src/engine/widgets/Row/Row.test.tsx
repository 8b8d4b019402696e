// @vitest-environment jsdom
import { render } from '../../../../tests/support/react.tsx'
import { expect, it } from 'vitest'
import Row from './Row.tsx'

it('takes its layout from the props', () => {
  const { container, rerender } = render(<Row>x</Row>)
  expect(container.firstElementChild?.className.split(' ')).toEqual(['row', 'gap-sm', 'align-center'])
  rerender(
    <Row wrap equal gap="none" justify="evenly" align="baseline">
      x
    </Row>,
  )
  expect(container.firstElementChild?.className.split(' ')).toEqual([
    'row',
    'wrap',
    'equal',
    'gap-none',
    'align-baseline',
    'justify-evenly',
  ])
})

it('scrolls in one line instead of another line', () => {
  const { container } = render(<Row scroll>x</Row>)
  expect(container.firstElementChild?.className.split(' ')).toContain('scroll')
})

it('of a known height has it before it is laid out', () => {
  const { container } = render(<Row height={52}>x</Row>)
  expect(container.firstElementChild?.className.split(' ')).toContain('known')
  expect(container.firstElementChild?.getAttribute('style')).toContain('52px')
})
