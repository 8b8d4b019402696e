import { searchKey } from '../../language/texts/typedText.ts'

export interface Point {
  latitude: number
  longitude: number
}

export interface City extends Point {
  id: string
  name: string
}

const COORDINATES = /^(-?\d{1,2}(?:\.\d{1,6})?),(-?\d{1,3}(?:\.\d{1,6})?)$/
const EARTH_KM = 6371
/** Maximum distance of a near city. */
const NEAR_KM = 60
const MAX_RESULTS = 6

/** The point that a text means; null for none on this earth. */
export function pointOf(text: string | null | undefined): Point | null {
  const [, latitude, longitude] = COORDINATES.exec(text ?? '') ?? []
  const point = { latitude: Number(latitude), longitude: Number(longitude) }
  return Math.abs(point.latitude) <= 90 && Math.abs(point.longitude) <= 180 ? point : null
}

/** About a metre exact. However often the map was turned round the earth, the longitude is the one everybody knows. */
export function textOf({ latitude, longitude }: Point): string {
  const turned = ((((longitude + 180) % 360) + 360) % 360) - 180
  return `${Math.max(-90, Math.min(90, latitude)).toFixed(5)},${turned.toFixed(5)}`
}

/** The cities with valid coordinates. */
export const citiesOf = (entries: readonly { id: string; name: string; at: string }[]): City[] =>
  entries.flatMap(({ id, name, at }) => {
    const point = pointOf(at)
    return point ? [{ id, name, ...point }] : []
  })

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Returns the great-circle distance between two points. */
export function kilometres(a: Point, b: Point): number {
  const [north, east] = [radians(b.latitude - a.latitude), radians(b.longitude - a.longitude)]
  const haversine =
    Math.sin(north / 2) ** 2 + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(east / 2) ** 2
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(haversine)))
}

/** The big city a point is in or near. */
export function nearestCity(cities: readonly City[], point: Point): City | null {
  const [first] = cities
    .map((city) => ({ city, distance: kilometres(point, city) }))
    .toSorted((a, b) => a.distance - b.distance)
  return first && first.distance <= NEAR_KM ? first.city : null
}

/** Cities by the beginning of a word of their name, those on the shown part of the map first. Accents and case count for nothing. */
export function searchCities(cities: readonly City[], text: string, shown: (city: City) => boolean): readonly City[] {
  const query = searchKey(text).trim()
  if (query === '') return []
  const matches = cities.filter(({ name }) =>
    searchKey(name)
      .split(/[ -]/)
      .some((_word, i, words) => words.slice(i).join(' ').startsWith(query)),
  )
  return [...matches.filter(shown), ...matches.filter((city) => !shown(city))].slice(0, MAX_RESULTS)
}
