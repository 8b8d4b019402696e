// @vitest-environment jsdom
import { fireEvent, render, screen, within } from '../../../../tests/support/react.tsx'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { asPrice, asQuantity } from '../../../engine/language/values/decimal.ts'
import {
  barScale,
  buyersShare,
  depthOutline,
  depthScale,
  shownLevels,
  smoothedShare,
  type Level,
  type OwnOrder,
} from './levels.ts'
import OrderBook from './OrderBook.tsx'

const levels = (list: [string, string][]): Level[] =>
  list.map(([price, quantity]) => ({ price: asPrice(price), quantity: asQuantity(quantity) }))
const bids = levels([
  ['10.05', '1'],
  ['10.04', '2.5'],
  ['9.99', '4'],
])
const asks = levels([
  ['10.08', '3'],
  ['10.11', '1'],
])
const order = (side: OwnOrder['side'], price: string, quantity: string): OwnOrder => ({
  side,
  price: asPrice(price),
  quantity: asQuantity(quantity),
})
const props = { label: 'Book', bids, asks, precision: 2, base: 'BTC', currency: 'USDT' }
const options = { side: 'buy', own: [], precision: 2, ticks: 1, count: 10 } as const
const text = (shown: ReturnType<typeof shownLevels>) =>
  shown.map(({ price, quantity, isOwn }) => `${price} ${quantity}${isOwn ? ' own' : ''}`)

it.each([-9_007_199_254_740_991, 9_007_199_254_740_991])('renders with a precision of %s', (precision) => {
  render(<OrderBook {...props} precision={precision} />)
  expect(screen.getByRole('region', { name: 'Book' })).toBeTruthy()
})

describe('levels', () => {
  it('are grouped by larger price steps, away from the other side, with the sum of their quantities', () => {
    expect(text(shownLevels(bids, { ...options, ticks: 10 }))).toEqual(['10 3.5', '9.9 4'])
    expect(text(shownLevels(asks, { ...options, side: 'sell', ticks: 10 }))).toEqual(['10.1 3', '10.2 1'])
  })

  it('are the best ones', () => {
    expect(text(shownLevels(bids, { ...options, count: 2 }))).toEqual(['10.05 1', '10.04 2.5'])
  })

  it('are marked where the user has an order, in a group too', () => {
    const own = [order('buy', '10.04', '1'), order('sell', '10.08', '1')]
    expect(text(shownLevels(bids, { ...options, own }))).toEqual(['10.05 1', '10.04 2.5 own', '9.99 4'])
    expect(text(shownLevels(bids, { ...options, own, ticks: 10 }))).toEqual(['10 3.5 own', '9.9 4'])
    expect(text(shownLevels(asks, { ...options, own, side: 'sell' }))).toEqual(['10.08 3 own', '10.11 1'])
  })

  it('have an own order that the book does not have yet, unless it is beyond the last level', () => {
    const own = [order('long', '10.06', '7'), order('buy', '10.00', '8'), order('buy', '9.98', '9')]
    expect(text(shownLevels(bids, { ...options, own }))).toEqual([
      '10.06 7 own',
      '10.05 1',
      '10.04 2.5',
      '10.00 8 own',
      '9.99 4',
    ])
  })

  it('have the total of all better ones, in a group too', () => {
    const totals = (shown: ReturnType<typeof shownLevels>) => shown.map(({ total }) => total)
    expect(totals(shownLevels(bids, options))).toEqual(['1', '3.5', '7.5'])
    expect(totals(shownLevels(bids, { ...options, ticks: 10 }))).toEqual(['3.5', '7.5'])
  })

  it('have bars of one scale, in steps of powers of two', () => {
    expect(barScale(shownLevels(bids, options))).toBe(8)
    expect(barScale(shownLevels(levels([['1', '8.1']]), options))).toBe(16)
    expect(barScale([])).toBe(1)
  })

  it('have an outline: each total from its price to the next, and the last to the edge', () => {
    const [buy, sell] = [shownLevels(bids, options), shownLevels(asks, { ...options, side: 'sell' })]
    const scale = depthScale(buy, sell)
    expect(scale.middle).toBeCloseTo(10.065)
    expect(scale.span).toBeCloseTo(0.075)
    const corners = depthOutline(buy, 'buy', scale)
      .split(' ')
      .map((corner) => corner.split(',').map(Number))
    expect(corners[0]).toEqual([40, 100])
    expect(corners.slice(-2)).toEqual([
      [0, 13.75],
      [0, 100],
    ])
    expect(corners.every(([x = 0], index) => index === 0 || x <= (corners[index - 1]?.[0] ?? 0))).toBe(true)
    expect(depthOutline(buy, 'buy', depthScale(buy, []))).not.toContain('NaN')
  })

  it('have the share of the buyers', () => {
    expect(buyersShare(bids, asks)).toBe(65)
    expect(buyersShare([], [])).toBe(50)
  })

  it('have a smoothed share that follows the measured one without a jump', () => {
    let shown = 50
    for (let at = 0; at < 30; at++) {
      const next = smoothedShare(shown, 90)
      expect(next - shown).toBeLessThanOrEqual(6)
      shown = next
    }
    expect(Math.round(shown)).toBe(90)
  })
})

it('is a table for each side where no price can be picked', () => {
  render(<OrderBook {...props} />)
  const buyers = screen.getByRole('table', { name: 'book.buyers' })
  expect(within(buyers).getAllByRole('row')).toHaveLength(4)
  expect(
    within(buyers)
      .getAllByRole('columnheader')
      .map((cell) => cell.textContent),
  ).toEqual(['book.price USDT', 'book.quantity BTC'])
  expect(screen.getByRole('table', { name: 'book.sellers' }).textContent).toContain('10.08')
})

it('sends the price that is tapped, and its side', () => {
  const onPick = vi.fn()
  render(<OrderBook {...props} onPick={onPick} />)
  fireEvent.click(screen.getByText('10.04'))
  fireEvent.click(screen.getByText('10.11'))
  fireEvent.click(screen.getAllByText('book.price', { exact: false })[0] as Element)
  expect(onPick.mock.calls).toEqual([[{ price: '10.04', side: 'buy' }], [{ price: '10.11', side: 'sell' }]])
})

it('moves over the levels with the arrow keys, and picks with Enter', async () => {
  const onPick = vi.fn()
  render(<OrderBook {...props} onPick={onPick} />)
  const user = userEvent.setup()
  await user.tab()
  await user.tab()
  await user.tab()
  const grid = screen.getByRole('grid', { name: 'book.buyers' })
  expect(document.activeElement).toBe(grid)
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowUp}')
  const active = within(grid).getByRole('row', { selected: true })
  expect(active.id).toBe(grid.getAttribute('aria-activedescendant'))
  await user.keyboard('{Enter}{End} ')
  expect(onPick.mock.calls).toEqual([[{ price: '10.04', side: 'buy' }], [{ price: '9.99', side: 'buy' }]])
})

it('groups by the price step that is chosen', async () => {
  render(<OrderBook {...props} />)
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'book.step' }), '0.10')
  expect(screen.getAllByRole('row').map((row) => row.getAttribute('data-price'))).toEqual([
    null,
    '10',
    '9.9',
    null,
    '10.1',
    '10.2',
  ])
})

it('names the levels with an own order', () => {
  render(<OrderBook {...props} own={[order('buy', '10.04', '1')]} />)
  const marked = screen.getAllByRole('row').filter((row) => row.textContent?.includes('book.own'))
  expect(marked.map((row) => row.getAttribute('data-price'))).toEqual(['10.04'])
})

it('renders only the row of a level that changes', () => {
  const { rerender } = render(<OrderBook {...props} />)
  const rows = screen.getAllByRole('row')
  const observer = new MutationObserver(() => undefined)
  observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
  rerender(
    <OrderBook
      {...props}
      bids={levels([
        ['10.05', '1'],
        ['10.04', '2.6'],
        ['9.99', '4'],
      ])}
    />,
  )
  const changed = new Set(
    observer.takeRecords().flatMap(({ target }) => {
      const element = target instanceof Element ? target : target.parentElement
      return element?.closest('[data-price]')?.getAttribute('data-price') ?? []
    }),
  )
  observer.disconnect()
  expect([...changed]).toEqual(['10.04'])
  expect(screen.getAllByRole('row')).toEqual(rows)
})

it.each(['columns', 'stacked'] as const)('shows the last price and the spread between the sides (%s)', (layout) => {
  const { container } = render(
    <OrderBook {...props} layout={layout} last={asPrice('10.07')} own={[order('buy', '10.06', '1')]} />,
  )
  const middle = screen.getByText('detail.spread', { exact: false })
  // Of the market, without the user's own orders.
  expect(middle.textContent).toBe('detail.spread 0.03')
  expect(middle.parentElement?.textContent).toContain('10.07')
  const [first, second] = container.querySelectorAll('table')
  const isAfter = (element: Element | undefined) =>
    Boolean(element && element.compareDocumentPosition(middle) & Node.DOCUMENT_POSITION_FOLLOWING)
  expect([isAfter(first), isAfter(second)]).toEqual([layout === 'stacked', false])
})

it('says so when there are no orders', () => {
  render(<OrderBook {...props} bids={[]} asks={[]} />)
  expect(screen.getByText('book.empty')).toBeTruthy()
})

it('shows quantities, totals or the depth chart', async () => {
  render(<OrderBook {...props} />)
  const view = screen.getByRole('combobox', { name: 'book.view' })
  const buyers = () => within(screen.getByRole('table', { name: 'book.buyers' })).getAllByRole('row')
  expect(buyers()[2]?.textContent).toBe('10.042.5')
  await userEvent.selectOptions(view, 'total')
  expect(buyers().map((row) => row.textContent)).toEqual([
    'book.price USDTbook.total BTC',
    '10.051.0',
    '10.043.5',
    '9.997.5',
  ])
  await userEvent.selectOptions(view, 'depth')
  expect(screen.queryByRole('table')).toBeNull()
  expect(screen.getByRole('figure', { name: 'book.depth' }).textContent).toBe('4 BTC8 BTC9.997.5 BTC10.0710.114.0 BTC')
})
