import { assert, double, property, record } from 'fast-check'
import { expect, test } from 'vitest'
import { readCities } from '../../../server/modules/content/cities.ts'
import { citiesOf, nearestCity, kilometres, pointOf, searchCities, textOf } from './coordinates.ts'

const cities = citiesOf(readCities().map(({ id, at, names }) => ({ id, at, name: names.en ?? '' })))

test('a place and its text are the same to about a metre, around the globe', () => {
  const places = record({
    latitude: double({ min: -90, max: 90, noNaN: true }),
    longitude: double({ min: -540, max: 540, noNaN: true }),
  })
  assert(
    property(places, (place) => {
      const text = textOf(place)
      expect(text.length).toBeLessThanOrEqual(32)
      const parsed = pointOf(text)
      expect(parsed).not.toBeNull()
      if (parsed) expect(kilometres(place, parsed)).toBeLessThan(0.002)
    }),
  )
})

test.each([null, undefined, '', '91,0', '0,181', '52.5', '52.5,13.4,1', '52.5;13.4', '<b>,1', '1e1,2'])(
  '%j is no place',
  (text) => {
    expect(pointOf(text)).toBeNull()
  },
)

test('knows the city that a place is in or near, and none in the sea', () => {
  expect(nearestCity(cities, { latitude: 52.4, longitude: 13.1 })?.name).toBe('Berlin')
  expect(nearestCity(cities, { latitude: 0, longitude: -150 })).toBeNull()
  for (const city of cities) expect(nearestCity(cities, city)?.name).toBe(city.name)
})

const names = (text: string, shown = (_city: { name: string }) => true) =>
  searchCities(cities, text, shown).map(({ name }) => name)

test('finds cities by the beginning of any word, without accents and case', () => {
  expect(names('sao')).toEqual(['São Paulo'])
  expect(names('ZURICH')).toEqual(['Zürich'])
  expect(names('york')).toEqual(['New York'])
  expect(names('  ')).toEqual([])
  expect(names('xyzzy')).toEqual([])
})

test('of many cities returns at most six, the shown ones first', () => {
  expect(names('b', ({ name }) => name === 'Busan')[0]).toBe('Busan')
  expect(names('b').length).toBeLessThanOrEqual(6)
})
