import { useState } from 'react'
import { round, sum } from '../../../engine/language/values/decimal.ts'
import { withLatinDigits, withMinus } from '../../../engine/language/values/formatter.ts'
import { useFormat, useText } from '../../../engine/state/language.ts'
import Icon from '../../../engine/widgets/Icon/Icon.tsx'
import { cx } from '../../../engine/widgets/lib/styles/cx.ts'
import { autoTone, typeClass, type Tone } from '../../../engine/widgets/lib/styles/typography.ts'
import type { Money } from '../../../engine/language/values/units.ts'
import type { ResultCalendarProps } from '../../../generated/widgets/ResultCalendar.ts'
import { firstWeekdayOf, monthOf, monthsOf, weeksOf } from './month.ts'
import typography from '../../../engine/widgets/lib/styles/typography.module.css'
import css from './ResultCalendar.module.css'

/** Any Monday. */
const MONDAY = Date.UTC(2024, 0, 1)
const DAY_MS = 86_400_000
/** Amounts below the first are in cents, below the second in whole units: as many characters as a cell has room for. */
const CENTS_BELOW = 100
const COMPACT_FROM = 10_000

export default function ResultCalendar({
  label,
  first,
  last,
  days,
  currency,
  hidden = false,
  onDay,
}: ResultCalendarProps) {
  const t = useText()
  const format = useFormat()
  const months = monthsOf(first, last)
  const [chosen, setChosen] = useState<string | null>(null)
  const month = chosen !== null && months.includes(chosen) ? chosen : monthOf(last)
  const at = months.indexOf(month)
  const profits = new Map(days.map(({ day, profit }) => [day, profit]))
  const inMonth = days.filter(({ day }) => monthOf(day) === month)
  const total = sum(inMonth.map(({ profit }) => profit))
  const locale = withLatinDigits(format.lang)
  const inUtc = (unixMs: number, options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(unixMs)
  const firstWeekday = firstWeekdayOf(format.lang)
  const weekdays = Array.from({ length: 7 }, (_, index) => MONDAY + (firstWeekday - 1 + index) * DAY_MS)
  const short = (options: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat(locale, { ...options, signDisplay: 'exceptZero' })
  const inCents = short({ minimumFractionDigits: 2, maximumFractionDigits: 2 })
  const inUnits = short({ maximumFractionDigits: 0 })
  const compact = short({ notation: 'compact', maximumFractionDigits: 1 })
  const shortOf = (profit: string): string => {
    if (hidden) return '•••'
    const size = Math.abs(Number(profit))
    const figures = size < CENTS_BELOW ? inCents : size < COMPACT_FROM ? inUnits : compact
    return withMinus(figures.format(profit as Intl.StringNumericLiteral))
  }
  const amountOf = (profit: string): string =>
    hidden ? t('ui.hiddenAmount') : format.money(profit, currency, { signed: true, round: 'nearest' })
  return (
    <div className={css.calendar}>
      <div className={css.head}>
        <button
          type="button"
          className={css.step}
          aria-label={t('resultCalendar.previous')}
          disabled={at <= 0}
          onClick={() => setChosen(months[at - 1] ?? null)}
        >
          <Icon name="chevron-left" size="sm" />
        </button>
        <p className={css.title} aria-live="polite">
          <span className={css.month}>{inUtc(Date.parse(`${month}-01`), { month: 'long', year: 'numeric' })}</span>
          <bdi className={typeClass('label', hidden ? 'default' : autoTone('auto', total), 'semibold')}>
            {amountOf(total)}
          </bdi>
        </p>
        <button
          type="button"
          className={css.step}
          aria-label={t('resultCalendar.next')}
          disabled={at >= months.length - 1}
          onClick={() => setChosen(months[at + 1] ?? null)}
        >
          <Icon name="chevron-right" size="sm" />
        </button>
      </div>
      <table className={css.days}>
        <caption className={typography.spoken}>{label}</caption>
        <thead>
          <tr>
            {weekdays.map((weekday) => (
              <th key={weekday} scope="col" abbr={inUtc(weekday, { weekday: 'long' })} className={css.weekday}>
                {inUtc(weekday, { weekday: 'narrow' })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month, firstWeekday).map((week, index) => (
            <tr key={week.find((day) => day !== null) ?? index}>
              {week.map((day, weekday) => (
                <DayCell
                  // A day outside of the month has no other name than its place.
                  key={day ?? weekday}
                  day={day}
                  isLast={day === last}
                  profit={day === null ? undefined : profits.get(day)}
                  tone={hidden ? 'default' : autoTone('auto', centsOf(profits.get(day ?? '')))}
                  shortOf={shortOf}
                  amountOf={amountOf}
                  onDay={onDay}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface DayCellProps {
  day: string | null
  isLast: boolean
  profit: string | undefined
  tone: Tone
  shortOf: (profit: string) => string
  amountOf: (profit: string) => string
  onDay: ResultCalendarProps['onDay']
}

/** An amount as it is shown in a cell: the colour is that of the figure. */
const centsOf = (profit: Money | undefined): Money | null => (profit === undefined ? null : round(profit, 2))

/** The number of a day and its amount in short, which a screen reader reads in full. */
function DayCell({ day, isLast, profit, tone, shortOf, amountOf, onDay }: DayCellProps) {
  const t = useText()
  const format = useFormat()
  if (day === null) return <td className={css.cell} aria-hidden />
  const content = (
    <>
      <time dateTime={day} className={css.number}>
        {format.number(Number(day.slice(8)))}
      </time>
      {profit === undefined ? null : <ShortAmount text={shortOf(profit)} />}
      <span className={typography.spoken}>
        {profit === undefined ? t('resultCalendar.noResult') : amountOf(profit)}
      </span>
    </>
  )
  return (
    <td className={cx(css.cell, isLast && css.last, tone === 'up' && css.up, tone === 'down' && css.down)}>
      {onDay && profit !== undefined ? (
        <button type="button" className={css.day} onClick={() => onDay({ day })}>
          {content}
        </button>
      ) : (
        content
      )}
    </td>
  )
}

/** An amount in letters so small that it has room in the cell. */
function ShortAmount({ text }: { text: string }) {
  const width = [...text].reduce((sum, character) => sum + (isWide(character) ? 1 : NARROW_EM), 0)
  return (
    <span className={css.amount} aria-hidden>
      <bdi style={{ fontSize: `min(var(--size-micro), ${100 / width}cqi)` }}>{text}</bdi>
    </span>
  )
}

/** Greatest width of a digit, a sign or a Latin letter. */
const NARROW_EM = 0.7
const isWide = (character: string): boolean => character > '\u0600'
