// @vitest-environment jsdom
import { fireEvent, render, screen, within } from '../../../../tests/support/react.tsx'
import { expect, it, vi } from 'vitest'
import { asMoney } from '../../../engine/language/values/decimal.ts'
import { firstWeekdayOf, monthsOf, weeksOf } from './month.ts'
import ResultCalendar from './ResultCalendar.lazy.tsx'

const props = {
  label: 'By day',
  first: '2026-10-30',
  last: '2026-11-30',
  currency: 'USDT',
  days: [
    { day: '2026-10-30', profit: asMoney('-2') },
    { day: '2026-11-03', profit: asMoney('1234.5') },
    { day: '2026-11-10', profit: asMoney('-35.25') },
  ],
}

/** The words of each day that has a result: its number, the short amount and the spoken one. */
const results = () =>
  within(screen.getByRole('table', { name: 'By day' }))
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)
    .filter((text) => text !== '' && !text.includes('resultCalendar.noResult'))

it('shows the month of the last day, and its sum', () => {
  const { container } = render(<ResultCalendar {...props} />)
  expect(results()).toEqual(['3+1,235+1,234.50\u00a0USDT', '10−35.25−35.25\u00a0USDT'])
  expect(container.querySelector('p')?.textContent).toBe('November 2026+1,199.25\u00a0USDT')
  expect(screen.getByRole('button', { name: 'resultCalendar.next' })).toHaveProperty('disabled', true)
})

it('rounds amounts to the nearest, so that the cells agree with the sum', () => {
  const profits = ['22.759', '-11.5024', '499.5', '12345.6', '0.004'].map(asMoney)
  render(<ResultCalendar {...props} days={profits.map((profit, at) => ({ day: `2026-11-0${at + 1}`, profit }))} />)
  expect(results()).toEqual([
    '1+22.76+22.76\u00a0USDT',
    '2−11.50−11.50\u00a0USDT',
    '3+500+499.50\u00a0USDT',
    '4+12.3K+12,345.60\u00a0USDT',
    '50.00+0.004\u00a0USDT',
  ])
})

it('goes to the months of the period and no further', () => {
  render(<ResultCalendar {...props} />)
  const previous = screen.getByRole('button', { name: 'resultCalendar.previous' })
  fireEvent.click(previous)
  expect(results()).toEqual(['30−2.00−2.00\u00a0USDT'])
  expect(previous).toHaveProperty('disabled', true)
  fireEvent.click(screen.getByRole('button', { name: 'resultCalendar.next' }))
  expect(results()).toHaveLength(2)
})

it('shows the last month again when the chosen one is not in the period any more', () => {
  const { rerender } = render(<ResultCalendar {...props} />)
  fireEvent.click(screen.getByRole('button', { name: 'resultCalendar.previous' }))
  rerender(<ResultCalendar {...props} first="2026-11-24" />)
  expect(results()).toHaveLength(2)
})

it('is pressed at a day with a result', () => {
  const onDay = vi.fn()
  render(<ResultCalendar {...props} onDay={onDay} />)
  fireEvent.click(within(screen.getByRole('table', { name: 'By day' })).getByRole('button', { name: /^10/ }))
  expect(onDay.mock.calls).toEqual([[{ day: '2026-11-10' }]])
  expect(within(screen.getByRole('table', { name: 'By day' })).getAllByRole('button')).toHaveLength(2)
})

it('hides the amounts', () => {
  render(<ResultCalendar {...props} hidden />)
  expect(results()).toEqual(['3•••ui.hiddenAmount', '10•••ui.hiddenAmount'])
})

it('has the days of each month once, in weeks of seven days that begin with the weekday of the language', () => {
  for (const month of monthsOf('2023-12-31', '2028-03-01'))
    for (const firstWeekday of [1, 6, 7]) {
      const weeks = weeksOf(month, firstWeekday)
      expect(weeks.every(({ length }) => length === 7)).toBe(true)
      const days = weeks.flat().filter((day) => day !== null)
      expect(days[0]).toBe(`${month}-01`)
      expect(new Set(days).size).toBe(new Date(Date.UTC(+month.slice(0, 4), +month.slice(5), 0)).getUTCDate())
      const [week, column] = [weeks[1] as string[], 0]
      expect(new Date(week[column] as string).getUTCDay()).toBe(firstWeekday % 7)
    }
  expect(firstWeekdayOf('de')).toBe(1)
})
