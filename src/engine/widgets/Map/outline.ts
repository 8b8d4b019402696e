import type { Feature, FeatureCollection, Position } from 'geojson'

const POLE = -85

/** Land that crosses the antimeridian is drawn on beyond it: its outline must not run back around the globe. A ring around a pole does. */
export function unwrapLongitudes(ring: Position[]): Position[] {
  const crosses = ring.some(([at = 0], index) => index > 0 && Math.abs(at - (ring[index - 1]?.[0] ?? at)) > 180)
  if (!crosses || ring.some(([, latitude = 0]) => latitude < POLE)) return ring
  return ring.map(([at = 0, latitude = 0]) => [at < 0 ? at + 360 : at, latitude])
}

function unwrapFeature(land: Feature): Feature {
  const { geometry } = land
  if (geometry.type === 'Polygon')
    return { ...land, geometry: { ...geometry, coordinates: geometry.coordinates.map(unwrapLongitudes) } }
  if (geometry.type === 'MultiPolygon')
    return {
      ...land,
      geometry: { ...geometry, coordinates: geometry.coordinates.map((polygon) => polygon.map(unwrapLongitudes)) },
    }
  return land
}

/** Returns a copy in which `unwrapLongitudes` has been applied to all polygons. */
export const outlines = (all: FeatureCollection): FeatureCollection => ({
  ...all,
  features: all.features.map(unwrapFeature),
})
