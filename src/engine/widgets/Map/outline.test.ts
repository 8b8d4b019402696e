import { feature } from 'topojson-client'
import type { Topology } from 'topojson-specification'
import world from 'world-atlas/countries-110m.json'
import { expect, test } from 'vitest'
import { outlines, unwrapLongitudes } from './outline.ts'

const longest = (ring: number[][]): number =>
  Math.max(0, ...ring.slice(1).map(([at = 0], index) => Math.abs(at - (ring[index]?.[0] ?? at))))

test('no outline runs around the globe, but for the one around the pole', () => {
  const topology = world as unknown as Topology<{ countries: Topology['objects'][string] }>
  const countries = feature(topology, topology.objects.countries)
  if (countries.type !== 'FeatureCollection') throw new Error('The world is one feature.')
  const running = (all: typeof countries) =>
    all.features.flatMap(({ geometry, properties }) => {
      const rings =
        geometry.type === 'MultiPolygon'
          ? geometry.coordinates.flat()
          : geometry.type === 'Polygon'
            ? geometry.coordinates
            : []
      return rings.some((ring) => longest(ring) > 180) ? [String(properties?.name)] : []
    })
  expect(running(countries)).toContain('Fiji')
  expect(running(outlines(countries)).filter((name) => name !== 'Antarctica')).toEqual([])
})

test('a ring that crosses nothing stays as it is', () => {
  const ring = [
    [-10, 0],
    [10, 0],
    [10, 10],
    [-10, 0],
  ]
  expect(unwrapLongitudes(ring)).toBe(ring)
})
