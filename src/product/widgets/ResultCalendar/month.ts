import { utcDay } from '../../../engine/language/values/time.ts'

const DAY = 86_400

/** A month, YYYY-MM. */
export type Month = string

export const monthOf = (day: string): Month => day.slice(0, 7)

/** The months from that of one day to that of another. */
export function monthsOf(first: string, last: string): Month[] {
  const months: Month[] = []
  for (let month = monthOf(first); month <= monthOf(last); month = nextMonth(month)) months.push(month)
  return months
}

function nextMonth(month: Month): Month {
  const at = new Date(`${month}-01`)
  return monthOf(utcDay(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1) / 1000))
}

/** The weeks of a month, each of seven days; null for a day of another month. `firstWeekday`: 1 Monday to 7 Sunday. */
export function weeksOf(month: Month, firstWeekday: number): (string | null)[][] {
  const start = new Date(`${month}-01`)
  const before = (start.getUTCDay() - (firstWeekday % 7) + 7) % 7
  const weeks: (string | null)[][] = []
  for (let at = start.getTime() / 1000 - before * DAY; ; at += 7 * DAY) {
    const week = Array.from({ length: 7 }, (_, index) => utcDay(at + index * DAY))
    if (week.every((day) => monthOf(day) > month)) return weeks
    weeks.push(week.map((day) => (monthOf(day) === month ? day : null)))
  }
}

/** The weekday that weeks begin with in a language: 1 Monday to 7 Sunday. Monday where the engine does not say it. */
export function firstWeekdayOf(lang: string): number {
  const locale: Intl.Locale & { getWeekInfo?(): { firstDay: number }; weekInfo?: { firstDay: number } } =
    new Intl.Locale(lang)
  return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1
}
