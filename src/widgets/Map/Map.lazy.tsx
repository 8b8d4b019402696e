import { useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react'
import 'leaflet/dist/leaflet.css'
import type { MapProps } from '../../generated/widgets/Map.ts'
import { useFormat, useText } from '../../state/language.ts'
import { cx } from '../cx.ts'
import Icon from '../Icon/Icon.tsx'
import { createCanvas, type Canvas } from './canvas.ts'
import css from './Map.module.css'
import { citiesOf, cityNear, pointOf, textOf, type Point } from './place.ts'
import { Search } from './Search.tsx'

const PATIENCE_MS = 15_000
const NONE: NonNullable<MapProps['cities']> = []

export default function Map({ label, at, pick = false, cities: told = NONE, tiles = '', attribution = '', onChange }: MapProps) {
  const t = useText()
  const format = useFormat()
  const box = useRef<HTMLDivElement>(null)
  const canvas = useRef<Canvas | null>(null)
  const status = useId()
  const [trouble, setTrouble] = useState<'map.denied' | 'map.unavailable' | null>(null)
  const [asking, setAsking] = useState(false)
  const pin = pointOf(at)
  const cities = useMemo(() => citiesOf(told), [told])

  const picked = (point: Point, close = false) => {
    setTrouble(null)
    canvas.current?.put(point)
    canvas.current?.go(point, close)
    void onChange?.({ at: textOf(point) })
  }
  const chosen = useEffectEvent((point: Point) => picked(point))
  const first = useEffectEvent(() => ({ pin, cities }))

  useEffect(() => {
    if (!box.current) return undefined
    const made = createCanvas(box.current, { at: first().pin, pick, tiles, css, picked: (point) => chosen(point) })
    canvas.current = made
    made.dot(first().cities)
    return () => {
      canvas.current = null
      made.remove()
    }
  }, [pick, tiles])
  useEffect(() => canvas.current?.put(pointOf(at)), [at])
  useEffect(() => canvas.current?.dot(cities), [cities])

  const here = () => {
    const { geolocation } = navigator
    if (!geolocation) return setTrouble('map.unavailable')
    setAsking(true)
    setTrouble(null)
    return geolocation.getCurrentPosition(
      ({ coords }) => {
        setAsking(false)
        picked(coords, true)
      },
      ({ code }) => {
        setAsking(false)
        setTrouble(code === 1 ? 'map.denied' : 'map.unavailable')
      },
      { timeout: PATIENCE_MS, maximumAge: 60_000 },
    )
  }

  const near = pin && cityNear(cities, pin)
  const where = pin ? `${format.number(pin.latitude.toFixed(4))}, ${format.number(pin.longitude.toFixed(4))}` : ''
  const said = trouble ? t(trouble) : pin ? t(near ? 'map.near' : 'map.pin', { city: near?.name ?? '', where }) : t('map.noPin')

  return (
    <div className={css.map}>
      {pick && cities.length > 0 && <Search cities={cities} shown={(city) => canvas.current?.shows(city) ?? true} onPick={(city) => picked(city, true)} />}
      <div className={css.frame}>
        {/* Arrow keys move it, plus and minus zoom: Leaflet's own keys, in every direction of writing. */}
        <div ref={box} className={css.box} role="application" aria-label={label} aria-describedby={status} dir="ltr" />
        {pick && <span className={css.cross} aria-hidden />}
        <div className={css.tools}>
          <Tool icon="plus" label={t('map.zoomIn')} onPress={() => canvas.current?.zoom(1)} />
          <Tool icon="minus" label={t('map.zoomOut')} onPress={() => canvas.current?.zoom(-1)} />
          {pick && <Tool icon="target" label={t('map.here')} busy={asking} onPress={here} />}
          {pick && <Tool icon="map-pin" label={t('map.middle')} onPress={() => canvas.current && picked(canvas.current.middle())} />}
        </div>
        {tiles !== '' && attribution !== '' && <small className={css.attribution}>{attribution}</small>}
      </div>
      <output id={status} className={cx(css.status, trouble && css.trouble)}>
        {said}
      </output>
    </div>
  )
}

function Tool({ icon, label, busy = false, onPress }: { icon: string; label: string; busy?: boolean; onPress: () => void }) {
  return (
    <button type="button" className={css.tool} aria-label={label} aria-busy={busy} disabled={busy} onClick={onPress}>
      <Icon name={icon} size="sm" />
    </button>
  )
}
