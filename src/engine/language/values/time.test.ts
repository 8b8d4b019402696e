import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { DAYS, dayFault } from '../../../../tests/support/dayBounds.ts'
import { createCalendar, endOfDay, startOfDay } from './time.ts'

it.each([
  ['America/Santiago', '2026-09-05', 1788667199, '2026-09-06', 1788667200],
  ['Atlantic/Azores', '2027-03-27', 1806195599, '2027-03-28', 1806195600],
  ['America/Havana', '2027-03-13', 1805000399, '2027-03-14', 1805000400],
])('a day without midnight begins as clocks skip it: %s', (zone, before, end, day, start) => {
  const calendar = createCalendar(zone)
  expect([endOfDay(before, calendar), startOfDay(day, calendar)]).toEqual([end, start])
})

it.each([
  ['Africa/Cairo', '2027-04-30', 1809036000],
  ['Asia/Beirut', '2027-03-28', 1806184800],
])('a day begins once: %s %s', (zone, day, start) => {
  expect(startOfDay(day, createCalendar(zone))).toBe(start)
})

it('bounds of days: a day has its date from its first to its last second, in every zone', () => {
  fc.assert(
    fc.property(fc.constantFrom(...Intl.supportedValuesOf('timeZone')), fc.constantFrom(...DAYS), (zone, day) => {
      expect(dayFault(zone, day)).toBeNull()
    }),
    { numRuns: 60, seed: 20_261_129 },
  )
})

it('bounds of no day: are no numbers', () => {
  expect([startOfDay('soon', createCalendar('UTC')), endOfDay('', createCalendar('UTC'))]).toEqual([NaN, NaN])
})
