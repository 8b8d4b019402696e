// @vitest-environment jsdom
import { render, screen, within } from '../../../../tests/support/react.tsx'
import { expect, it } from 'vitest'
import { asPrice, asQuantity } from '../../../engine/language/values/decimal.ts'
import { asUnixSeconds } from '../../../engine/language/values/time.ts'
import TradeTape from './TradeTape.tsx'

type Trade = React.ComponentProps<typeof TradeTape>['trades'][number]
const trade = (id: number, side: 'buy' | 'sell'): Trade => ({
  id: `${id}`,
  time: asUnixSeconds(1_794_873_600 + id),
  side,
  price: asPrice(`10.0${id}`),
  quantity: asQuantity(`${id}`),
})
const props = { label: 'Trades', precision: 2, base: 'BTC', currency: 'USDT' }

it('lists the latest trades with their direction in words', () => {
  render(<TradeTape {...props} trades={[trade(3, 'buy'), trade(2, 'sell'), trade(1, 'buy')]} rows={3} />)
  const [, ...rows] = within(screen.getByRole('table', { name: 'Trades' })).getAllByRole('row')
  expect(rows.map((row) => within(row).getAllByRole('cell')[1]?.textContent)).toEqual([
    '↑10.03tape.bought',
    '↓10.02tape.sold',
    '↑10.01tape.bought',
  ])
})

it('shows all quantities with the digits of the longest, a large one in bold', () => {
  const trades = ['0.02', '0.004', '0.051', '0.03', '0.4'].map((quantity, id) => ({
    ...trade(id, 'buy'),
    quantity: asQuantity(quantity),
  }))
  render(<TradeTape {...props} trades={trades} />)
  const rows = screen.getAllByRole('row').slice(1)
  const shown = rows.map((row) => within(row).getAllByRole('cell')[2]?.textContent)
  expect(shown).toEqual(['0.020', '0.004', '0.051', '0.030', '0.400'])
  expect(rows.map(({ className }) => className !== '')).toEqual([false, false, false, false, true])
})

it('shows at most its rows', () => {
  render(<TradeTape {...props} trades={[5, 4, 3, 2, 1].map((id) => trade(id, 'buy'))} rows={3} />)
  expect(screen.getAllByRole('row')).toHaveLength(4)
})

it('keeps the rows of earlier trades when one arrives', () => {
  const { rerender } = render(<TradeTape {...props} trades={[trade(2, 'sell'), trade(1, 'buy')]} />)
  const before = screen.getAllByRole('row').slice(1)
  rerender(<TradeTape {...props} trades={[trade(3, 'buy'), trade(2, 'sell'), trade(1, 'buy')]} />)
  expect(screen.getAllByRole('row').slice(2)).toEqual(before)
})

it('says so when there are no trades', () => {
  render(<TradeTape {...props} trades={[]} />)
  expect(screen.getByText('tape.empty')).toBeTruthy()
})
