// @vitest-environment jsdom
import { render, screen, within } from '../../../../tests/support/react.tsx'
import { describe, expect, it } from 'vitest'
import Bars, { widthOf } from './Bars.lazy.tsx'

describe('widthOf', () => {
  it.each([
    [1, 2, 50],
    [0, 5, 0],
    [0, 0, 0],
    [3, 0, 0],
    [9, 3, 100],
    [1, 1_000_000, 1],
  ])('%d of %d is %d', (value, total, width) => expect(widthOf(value, total)).toBe(width))
})

describe('Bars', () => {
  it('is a table, the bars drawn in it', () => {
    const { container } = render(
      <Bars
        label="Successes"
        items={[
          { label: 'Long', value: 7, of: 12 },
          { label: 'Short', value: 0, of: 0, tone: 'down' },
        ]}
      />,
    )
    const table = screen.getByRole('table', { name: 'Successes' })
    expect(
      within(table)
        .getAllByRole('row')
        .map((row) => row.textContent),
    ).toEqual(['Long\u20667 / 12\u2069', 'Short\u20660 / 0\u2069'])
    expect([...container.querySelectorAll('.bar')].map((bar) => bar.getAttribute('width'))).toEqual([
      String((7 / 12) * 100),
      '0',
    ])
  })
  it('shows an amount in place of the numbers', () => {
    render(<Bars label="Traded" items={[{ label: 'In USDT', value: 99, of: 100, amount: '250.00 of 250.50' }]} />)
    expect(screen.getByRole('row').textContent).toBe('In USDT250.00 of 250.50')
  })
  it('scales by the greatest value without a total', () => {
    const { container } = render(
      <Bars
        label="Orders"
        items={[
          { label: 'All', value: 20 },
          { label: 'Lost', value: 5 },
        ]}
      />,
    )
    expect([...container.querySelectorAll('.bar')].map((bar) => bar.getAttribute('width'))).toEqual(['100', '25'])
  })
})
