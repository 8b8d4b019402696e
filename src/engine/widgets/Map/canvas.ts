import {
  circleMarker,
  divIcon,
  geoJSON,
  layerGroup,
  map as createMap,
  marker,
  tileLayer,
  type Map as LeafletMap,
  type Marker,
} from 'leaflet'
import { feature } from 'topojson-client'
import type { Topology } from 'topojson-specification'
import world from 'world-atlas/countries-110m.json'
import { prefersReducedMotion } from '../lib/motion.ts'
import { outlines } from './outline.ts'
import type { Point } from './coordinates.ts'

/** The map itself, without anything created from text: the page's policy forbids that. */
export interface MapCanvas {
  setPin(at: Point | null): void
  /** On outlines, which show no names, cities are dots. */
  setCities(places: readonly Point[]): void
  moveTo(at: Point, close: boolean): void
  zoomBy(steps: number): void
  center(): Point
  isVisible(place: Point): boolean
  remove(): void
}

interface Options {
  at: Point | null
  pick: boolean
  tiles: string
  /** Classes of what is drawn. */
  css: Readonly<Record<string, string>>
  onPick(at: Point): void
}

const WORLD_ZOOM = 1
const CLOSE_ZOOM = 4
const CLOSE_ZOOM_TILES = 13
const MAX_OUTLINE_ZOOM = 8

/**
 * Draws a map into `box`: tiles from the address `tiles`, outlines of the countries where that is empty. `remove` ends it.
 * With `pick` a click on the map and a moved pin call `onPick`; only the latter moves the pin.
 */
export function createMapCanvas(box: HTMLElement, { at, pick, tiles, css, onPick }: Options): MapCanvas {
  const reducedMotion = prefersReducedMotion()
  const map: LeafletMap = createMap(box, {
    zoomControl: false,
    attributionControl: false,
    minZoom: WORLD_ZOOM,
    maxZoom: tiles === '' ? MAX_OUTLINE_ZOOM : 19,
    zoomAnimation: !reducedMotion,
    fadeAnimation: !reducedMotion,
    markerZoomAnimation: !reducedMotion,
    inertia: !reducedMotion,
    worldCopyJump: true,
  })
  map.setView(at ? [at.latitude, at.longitude] : [20, 10], at ? closeZoom() : WORLD_ZOOM)

  if (tiles === '') {
    const outline = world as unknown as Topology<{ countries: Topology['objects'][string] }>
    const land = feature(outline, outline.objects.countries)
    geoJSON(land.type === 'FeatureCollection' ? outlines(land) : land, {
      interactive: false,
      style: () => ({ className: css.land ?? '' }),
    }).addTo(map)
  } else tileLayer(tiles, { maxZoom: 19 }).addTo(map)

  const dots = layerGroup().addTo(map)
  let shownCities: readonly Point[] | null = null
  let pin: Marker | null = null
  const setPin = (point: Point | null): void => {
    if (!point) {
      pin?.remove()
      pin = null
      return
    }
    if (pin) return void pin.setLatLng([point.latitude, point.longitude])
    const html = document.createElement('span')
    html.className = css.pin ?? ''
    pin = marker([point.latitude, point.longitude], {
      draggable: pick,
      keyboard: false,
      icon: divIcon({ html, className: css.pinBox ?? '', iconSize: [44, 44], iconAnchor: [22, 40] }),
    }).addTo(map)
    pin.on('dragend', () => pin && report(pin.getLatLng()))
  }
  const report = ({ lat, lng }: { lat: number; lng: number }): void => onPick({ latitude: lat, longitude: lng })
  setPin(at)
  if (pick) map.on('click', ({ latlng }) => report(latlng))
  const resized =
    typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(() => map.invalidateSize({ animate: false }))
  resized?.observe(box)

  function closeZoom(): number {
    return tiles === '' ? CLOSE_ZOOM : CLOSE_ZOOM_TILES
  }

  return {
    setPin,
    setCities(places) {
      if (tiles !== '' || places === shownCities) return
      shownCities = places
      dots.clearLayers()
      for (const { latitude, longitude } of places)
        circleMarker([latitude, longitude], { radius: 2, interactive: false, className: css.city ?? '' }).addTo(dots)
    },
    moveTo: (point, near) =>
      void map.setView([point.latitude, point.longitude], near ? Math.max(map.getZoom(), closeZoom()) : map.getZoom(), {
        animate: !reducedMotion,
      }),
    zoomBy: (steps) => void map.zoomIn(steps, { animate: !reducedMotion }),
    center() {
      const { lat, lng } = map.getCenter()
      return { latitude: lat, longitude: lng }
    },
    isVisible: ({ latitude, longitude }) => map.getBounds().contains([latitude, longitude]),
    remove() {
      resized?.disconnect()
      map.remove()
    },
  }
}
