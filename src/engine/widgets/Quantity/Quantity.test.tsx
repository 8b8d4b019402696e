// @vitest-environment jsdom
import { asQuantity } from '../../language/values/decimal.ts'
import { render } from '../../../../tests/support/react.tsx'
import { expect, it } from 'vitest'
import Quantity from './Quantity.tsx'

it('writes the quantity with its unit, without padding zeros', () => {
  const { container, rerender } = render(<Quantity value={asQuantity('0.5')} unit="BTC" />)
  expect(container.textContent).toBe('0.5\u00a0BTC')
  rerender(<Quantity value={asQuantity('-0.25')} unit="ETH" signed tone="auto" />)
  expect(container.textContent).toBe('−0.25\u00a0ETH')
  expect(container.innerHTML).toContain('toneDown')
  rerender(<Quantity value={asQuantity('3')} unit="lots" hidden />)
  expect(container.textContent).not.toContain('3')
  rerender(<Quantity value={null} />)
  expect(container.textContent).toContain('—')
})
