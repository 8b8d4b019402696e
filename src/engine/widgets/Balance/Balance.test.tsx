// @vitest-environment jsdom
import { asMoney, asPercent } from '../../language/values/decimal.ts'
import { render, screen } from '../../../../tests/support/react.tsx'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import Balance from './Balance.tsx'
import { client } from '../../../../tests/support/client.ts'

beforeEach(() =>
  client.language.apply('en', {
    'ui.hideAmounts': 'Hide amounts',
    'ui.showAmounts': 'Show amounts',
    'ui.hiddenAmount': 'Hidden',
    'ui.noValue': 'None',
  }),
)

it('shows the amount with its change', () => {
  const { container } = render(
    <Balance
      label="Total"
      value={asMoney('12504.2')}
      currency="USDT"
      change={asMoney('320.55')}
      changePercent={asPercent('2.63')}
      changeLabel="Today"
    />,
  )
  expect(container.textContent).toContain('12,504.20\u00a0USDT')
  expect(container.textContent).toContain('Today+320.55\u00a0USDT+2.63%')
})

it('shows no amount when hidden, neither absolute nor in percent', () => {
  const { container } = render(
    <Balance
      label="Total"
      value={asMoney('12504.2')}
      currency="USDT"
      change={asMoney('-320.55')}
      changePercent={asPercent('-2.63')}
      hidden
    />,
  )
  expect(container.textContent).not.toMatch(/\d/)
})

it('reports the next value of hidden', async () => {
  const onToggle = vi.fn()
  const { rerender } = render(<Balance label="Total" value={null} />)
  expect(screen.queryByRole('button')).toBeNull()
  rerender(<Balance label="Total" value={asMoney('1')} onToggle={onToggle} />)
  await userEvent.click(screen.getByRole('button', { name: 'Hide amounts' }))
  expect(onToggle).toHaveBeenCalledWith({ hidden: true })
  rerender(<Balance label="Total" value={asMoney('1')} hidden onToggle={onToggle} />)
  expect(screen.getByRole('button', { name: 'Show amounts' })).toBeDefined()
})
