import { circleMarker, divIcon, geoJSON, layerGroup, map as createMap, marker, tileLayer, type Map as LeafletMap, type Marker } from 'leaflet'
import { feature } from 'topojson-client'
import type { Topology } from 'topojson-specification'
import world from 'world-atlas/countries-110m.json'
import { reducedMotion } from '../motion.ts'
import { outlines } from './outline.ts'
import type { Point } from './place.ts'

/** The map itself, without anything made from text: the page's policy forbids that. */
export interface Canvas {
  put(at: Point | null): void
  /** On outlines, which show no names, cities are dots. */
  dot(places: readonly Point[]): void
  go(at: Point, close: boolean): void
  zoom(steps: number): void
  middle(): Point
  shows(place: Point): boolean
  remove(): void
}

interface Options {
  at: Point | null
  pick: boolean
  tiles: string
  /** Classes of what is drawn. */
  css: Readonly<Record<string, string>>
  picked(at: Point): void
}

const FAR = 1
const CLOSE = 4
const WITH_TILES = 13
const OUTLINE_MOST = 8

export function createCanvas(box: HTMLElement, { at, pick, tiles, css, picked }: Options): Canvas {
  const still = reducedMotion()
  const map: LeafletMap = createMap(box, {
    zoomControl: false, attributionControl: false, minZoom: FAR, maxZoom: tiles === '' ? OUTLINE_MOST : 19,
    zoomAnimation: !still, fadeAnimation: !still, markerZoomAnimation: !still, inertia: !still, worldCopyJump: true,
  })
  map.setView(at ? [at.latitude, at.longitude] : [20, 10], at ? close() : FAR)

  if (tiles === '') {
    const outline = world as unknown as Topology<{ countries: Topology['objects'][string] }>
    const land = feature(outline, outline.objects.countries)
    geoJSON(land.type === 'FeatureCollection' ? outlines(land) : land, { interactive: false, style: () => ({ className: css.land ?? '' }) }).addTo(map)
  } else tileLayer(tiles, { maxZoom: 19 }).addTo(map)

  const dots = layerGroup().addTo(map)
  let dotted: readonly Point[] | null = null
  let pin: Marker | null = null
  const put = (point: Point | null): void => {
    if (!point) {
      pin?.remove()
      pin = null
      return
    }
    if (pin) return void pin.setLatLng([point.latitude, point.longitude])
    const html = document.createElement('span')
    html.className = css.pin ?? ''
    pin = marker([point.latitude, point.longitude], { draggable: pick, keyboard: false, icon: divIcon({ html, className: css.pinBox ?? '', iconSize: [44, 44], iconAnchor: [22, 40] }) }).addTo(map)
    pin.on('dragend', () => pin && tell(pin.getLatLng()))
  }
  const tell = ({ lat, lng }: { lat: number; lng: number }): void => picked({ latitude: lat, longitude: lng })
  put(at)
  if (pick) map.on('click', ({ latlng }) => tell(latlng))
  const resized = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(() => map.invalidateSize({ animate: false }))
  resized?.observe(box)

  function close(): number {
    return tiles === '' ? CLOSE : WITH_TILES
  }

  return {
    put,
    dot(places) {
      if (tiles !== '' || places === dotted) return
      dotted = places
      dots.clearLayers()
      for (const { latitude, longitude } of places) circleMarker([latitude, longitude], { radius: 2, interactive: false, className: css.city ?? '' }).addTo(dots)
    },
    go: (point, near) => void map.setView([point.latitude, point.longitude], near ? Math.max(map.getZoom(), close()) : map.getZoom(), { animate: !still }),
    zoom: (steps) => void map.zoomIn(steps, { animate: !still }),
    middle() {
      const { lat, lng } = map.getCenter()
      return { latitude: lat, longitude: lng }
    },
    shows: ({ latitude, longitude }) => map.getBounds().contains([latitude, longitude]),
    remove() {
      resized?.disconnect()
      map.remove()
    },
  }
}
