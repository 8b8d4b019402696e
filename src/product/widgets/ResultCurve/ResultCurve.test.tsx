// @vitest-environment jsdom
import { fireEvent, render, screen, within } from '../../../../tests/support/react.tsx'
import { beforeEach, expect, it, vi } from 'vitest'
import { asMoney } from '../../../engine/language/values/decimal.ts'
import type { CurveEvents } from './curve.ts'
import ResultCurve from './ResultCurve.lazy.tsx'
import { pointsOf, rangeOf, type Point } from './series.ts'

const drawn: { points: readonly Point[]; events: CurveEvents }[] = []
vi.mock('./curve.ts', () => ({
  drawCurve: (_: HTMLElement, points: readonly Point[], events: CurveEvents) => {
    drawn.push({ points, events })
    return { destroy: () => undefined }
  },
}))
beforeEach(() => {
  vi.stubGlobal('ResizeObserver', vi.fn())
  drawn.length = 0
})

const props = {
  label: 'Profit',
  first: '2026-11-26',
  last: '2026-11-30',
  currency: 'USDT',
  days: [
    { day: '2026-11-27', total: asMoney('-15') },
    { day: '2026-11-29', total: asMoney('4.5') },
  ],
}

it('draws every day of the period: 0 before the first result, then the total until the next', () => {
  render(<ResultCurve {...props} />)
  expect(drawn[0]?.points.map(({ day, value }) => [day.slice(8), value])).toEqual([
    ['26', 0],
    ['27', -15],
    ['28', -15],
    ['29', 4.5],
    ['30', 4.5],
  ])
})

it('shows the period, and the total of the day under the pointer', async () => {
  const { container } = render(<ResultCurve {...props} />)
  const readout = () => container.querySelector('p')?.textContent
  expect(readout()).toBe('2026-11-26 – 2026-11-30')
  drawn[0]?.events.inspect(1)
  await vi.waitFor(() => expect(readout()).toBe('2026-11-27−15.00\u00a0USDT'))
  drawn[0]?.events.inspect(null)
  await vi.waitFor(() => expect(readout()).toBe('2026-11-26 – 2026-11-30'))
})

it('has its figures as a table, latest first', () => {
  render(<ResultCurve {...props} />)
  fireEvent.click(screen.getByRole('button', { name: 'ui.chartTable' }))
  const [, ...rows] = within(screen.getByRole('table', { name: 'Profit' })).getAllByRole('row')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    '2026-11-29+4.50\u00a0USDT',
    '2026-11-27−15.00\u00a0USDT',
  ])
  fireEvent.click(screen.getByRole('button', { name: 'ui.chartTableHide' }))
  expect(screen.queryByRole('table')).toBeNull()
})

it('hides the amounts, also on the axis and in its name', () => {
  const { container } = render(<ResultCurve {...props} hidden />)
  expect(container.textContent).not.toMatch(/4[.]5/)
  expect(screen.getByRole('figure').getAttribute('aria-label')).toBe('Profit: 2026-11-26 – 2026-11-30, ui.hiddenAmount')
  expect(drawn[0]?.events.axisLabel(15)).toBe('')
})

it('has 0 in its range', () => {
  const range = (...totals: string[]) =>
    rangeOf(
      pointsOf({
        first: '2026-11-01',
        last: `2026-11-0${totals.length + 1}`,
        days: totals.map((total, index) => ({ day: `2026-11-0${index + 2}`, total: asMoney(total as '1') })),
      }),
    )
  expect(range('5', '10')).toEqual([0, 10.8])
  expect(range('-5', '-10')).toEqual([-10.8, 0])
  expect(range('0')).toEqual([0, 1])
})
