import { useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react'
import 'leaflet/dist/leaflet.css'
import type { MapProps } from '../../../generated/widgets/Map.ts'
import { useFormat, useText } from '../../state/language.ts'
import { cx } from '../lib/styles/cx.ts'
import Icon from '../Icon/Icon.tsx'
import { createMapCanvas, type MapCanvas } from './canvas.ts'
import css from './Map.module.css'
import { citiesOf, nearestCity, pointOf, textOf, type Point } from './coordinates.ts'
import { CitySearch } from './CitySearch.tsx'

const LOCATE_TIMEOUT_MS = 15_000
const NONE: NonNullable<MapProps['cities']> = []

export default function Map({
  label,
  at,
  pick = false,
  cities: cityList = NONE,
  tiles = '',
  attribution = '',
  onChange,
}: MapProps) {
  const t = useText()
  const format = useFormat()
  const box = useRef<HTMLDivElement>(null)
  const canvas = useRef<MapCanvas | null>(null)
  const status = useId()
  const [problem, setProblem] = useState<'map.denied' | 'map.unavailable' | null>(null)
  const [isLocating, setLocating] = useState(false)
  const pin = pointOf(at)
  const cities = useMemo(() => citiesOf(cityList), [cityList])

  const choose = (point: Point, close = false) => {
    setProblem(null)
    canvas.current?.setPin(point)
    canvas.current?.moveTo(point, close)
    void onChange?.({ at: textOf(point) })
  }
  const onPicked = useEffectEvent((point: Point) => choose(point))
  const initial = useEffectEvent(() => ({ pin, cities }))

  useEffect(() => {
    if (!box.current) return undefined
    const instance = createMapCanvas(box.current, {
      at: initial().pin,
      pick,
      tiles,
      css,
      onPick: (point) => onPicked(point),
    })
    canvas.current = instance
    instance.setCities(initial().cities)
    return () => {
      canvas.current = null
      instance.remove()
    }
  }, [pick, tiles])
  useEffect(() => canvas.current?.setPin(pointOf(at)), [at])
  useEffect(() => canvas.current?.setCities(cities), [cities])

  const locate = () => {
    const { geolocation } = navigator
    if (!geolocation) return setProblem('map.unavailable')
    setLocating(true)
    setProblem(null)
    return geolocation.getCurrentPosition(
      ({ coords }) => {
        setLocating(false)
        choose(coords, true)
      },
      ({ code }) => {
        setLocating(false)
        setProblem(code === 1 ? 'map.denied' : 'map.unavailable')
      },
      { timeout: LOCATE_TIMEOUT_MS, maximumAge: 60_000 },
    )
  }

  const nearest = pin && nearestCity(cities, pin)
  const coordinates = pin ? `${format.number(pin.latitude.toFixed(4))}, ${format.number(pin.longitude.toFixed(4))}` : ''
  const statusText = problem
    ? t(problem)
    : pin
      ? t(nearest ? 'map.near' : 'map.pin', { city: nearest?.name ?? '', where: coordinates })
      : t('map.noPin')

  return (
    <div className={css.map}>
      {pick && cities.length > 0 && (
        <CitySearch
          cities={cities}
          shown={(city) => canvas.current?.isVisible(city) ?? true}
          onPick={(city) => {
            choose(city, true)
            // The list of cities goes, with the focus in it.
            box.current?.focus({ preventScroll: true })
          }}
        />
      )}
      <div className={css.frame}>
        {/* Arrow keys move it, plus and minus zoom: Leaflet's own keys, in every direction of writing. */}
        <div ref={box} className={css.box} role="application" aria-label={label} aria-describedby={status} dir="ltr" />
        {pick && <span className={css.cross} aria-hidden />}
        <div className={css.tools}>
          <Tool icon="plus" label={t('map.zoomIn')} onPress={() => canvas.current?.zoomBy(1)} />
          <Tool icon="minus" label={t('map.zoomOut')} onPress={() => canvas.current?.zoomBy(-1)} />
          {pick && <Tool icon="target" label={t('map.here')} busy={isLocating} onPress={locate} />}
          {pick && (
            <Tool
              icon="map-pin"
              label={t('map.middle')}
              onPress={() => canvas.current && choose(canvas.current.center())}
            />
          )}
        </div>
        {tiles !== '' && attribution !== '' && <small className={css.attribution}>{attribution}</small>}
      </div>
      <output id={status} className={cx(css.status, problem && css.problem)}>
        {statusText}
      </output>
    </div>
  )
}

function Tool({
  icon,
  label,
  busy = false,
  onPress,
}: {
  icon: string
  label: string
  busy?: boolean
  onPress: () => void
}) {
  return (
    <button
      type="button"
      className={css.tool}
      aria-label={label}
      aria-busy={busy}
      aria-disabled={busy || undefined}
      onClick={() => busy || onPress()}
    >
      <Icon name={icon} size="sm" />
    </button>
  )
}
