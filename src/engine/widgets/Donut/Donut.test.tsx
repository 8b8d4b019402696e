// @vitest-environment jsdom
import { render, screen, within } from '../../../../tests/support/react.tsx'
import { describe, expect, it } from 'vitest'
import Donut from './Donut.lazy.tsx'
import { arcs, percents } from './shares.ts'

describe('shares', () => {
  it('fill the ring in order, with a gap between them', () => {
    const shares = arcs([3, 0, 1])
    expect(shares.map(({ index }) => index)).toEqual([0, 2])
    expect(shares[0]).toMatchObject({ start: 0.4, length: 74.2 })
    expect(shares[1]?.start).toBeCloseTo(75.4)
  })
  it('are the whole ring alone, and nothing of nothing', () => {
    expect(arcs([5])).toEqual([{ index: 0, start: 0, length: 100 }])
    expect(arcs([0, 0])).toEqual([])
    expect(arcs([])).toEqual([])
  })
  it('stay visible however small', () => expect(arcs([1, 1_000_000])[0]?.length).toBe(0.4))
  it('have percentages', () => {
    expect(percents([1, 2])).toEqual(['33.33', '66.67'])
    expect(percents([0, 0])).toEqual(['0.00', '0.00'])
  })
})

describe('Donut', () => {
  it('is a table for everybody, and a drawing beside it', () => {
    const { container } = render(
      <Donut
        label="Orders by kind"
        center="Orders"
        items={[
          { label: 'Spot', value: 3 },
          { label: 'Seconds', value: 1, tone: 'up' },
        ]}
      />,
    )
    const table = screen.getByRole('table', { name: 'Orders by kind' })
    expect(
      within(table)
        .getAllByRole('row')
        .map((row) => row.textContent),
    ).toEqual(['Spot375%', 'Seconds125%'])
    expect(container.querySelectorAll('.arc')).toHaveLength(2)
    expect(container.querySelector('svg')?.closest('[aria-hidden]')).not.toBeNull()
    expect(container.querySelector('.sum')?.textContent).toBe('4')
  })
  it('draws an empty ring while there is nothing', () => {
    const { container } = render(<Donut label="Orders" items={[{ label: 'Spot', value: 0 }]} />)
    expect(container.querySelectorAll('.arc')).toHaveLength(0)
    expect(container.innerHTML).not.toContain('NaN')
  })
})
