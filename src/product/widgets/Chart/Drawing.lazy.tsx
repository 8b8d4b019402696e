import { type KeyboardEvent, useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import type { UnixSeconds } from '../../../engine/language/values/units.ts'
import type { Quote } from '../../../generated/entities.ts'
import type { ChartProps } from '../../../generated/widgets/Chart.ts'
import { useFormat, useText } from '../../../engine/state/language.ts'
import { useClient } from '../../../engine/state/client/context.ts'
import { get, watch } from '../../../engine/state/store.ts'
import Icon from '../../../engine/widgets/Icon/Icon.tsx'
import type { Candle } from './candles.ts'
import css from './Chart.module.css'
import { createPlot, type Plot } from './canvas/plot.ts'
import { Readout, useCandleDescription } from './Readout.tsx'

const NONE: never[] = []
/** By then a phone that was turned has its screen laid out. */
const ROTATION_MS = 1000

interface DrawingProps extends ChartProps {
  /** It fills the screen. */
  isFull: boolean
  /** Null: it cannot be made to fill the screen. */
  onToggleFull: (() => void) | null
}

/** Shows the canvas of the chart, the readout of the inspected candle, and buttons: to the latest candle while that is off screen, and to the full screen. */
export default function Drawing(props: DrawingProps) {
  const {
    label,
    symbol,
    interval,
    kind = 'candles',
    logarithmic = false,
    candles,
    precision,
    indicators = NONE,
    curves = NONE,
    lines = NONE,
    onOlder,
    isFull,
    onToggleFull,
  } = props
  const t = useText()
  const format = useFormat()
  const { clock, live } = useClient()
  const id = useId()
  const host = useRef<HTMLDivElement>(null)
  const plot = useRef<Plot | null>(null)
  /** The keys have set the crosshair; one of a pointer stays when the keys lose the focus. */
  const ledByKeys = useRef(false)
  const [inspected, setInspected] = useState<{ row: Candle; inLeftHalf: boolean } | null>(null)
  const [latest, setLatest] = useState(true)
  const describe = useCandleDescription(interval, precision)
  const older = useEffectEvent((before: UnixSeconds) => void onOlder?.({ before }))
  const settings = {
    symbol,
    interval,
    kind,
    logarithmic,
    candles,
    precision,
    indicators,
    curves,
    lines,
    format,
    volume: t('ui.chartVolume'),
  }
  const initial = useEffectEvent(() => settings)

  useLayoutEffect(() => {
    if (!host.current) return undefined
    const instance = createPlot(
      host.current,
      {
        inspect: (row, inLeftHalf) => setInspected(row && { row, inLeftHalf }),
        follow: setLatest,
        older: (before) => older(before),
      },
      initial(),
      clock,
    )
    plot.current = instance
    return () => {
      instance.destroy()
      plot.current = null
    }
  }, [clock])

  // Unchanged settings cost nothing there.
  useLayoutEffect(() => plot.current?.update(settings))

  // Straight to the canvas: a state would render at every tick.
  useEffect(() => {
    const quote = live.atomOf<Quote>(symbol)
    const update = () => plot.current?.tick(get(quote))
    update()
    return watch(quote, update)
  }, [live, symbol])

  // In landscape the chart fills most of the screen: scroll it into view after a rotation, and on a screen opened in landscape.
  useEffect(() => {
    const landscape = matchMedia('(orientation: landscape) and (max-height: 560px)')
    const resizeObserver = new ResizeObserver(() =>
      requestAnimationFrame(() => landscape.matches && host.current?.scrollIntoView({ block: 'center' })),
    )
    let timer: ReturnType<typeof setTimeout>
    // The layout after a rotation settles in several steps: scroll after each.
    const show = () => {
      if (host.current) resizeObserver.observe(host.current)
      clearTimeout(timer)
      timer = setTimeout(() => resizeObserver.disconnect(), ROTATION_MS)
    }
    if (host.current?.closest('[data-fills]')) show()
    landscape.addEventListener('change', show)
    return () => {
      landscape.removeEventListener('change', show)
      clearTimeout(timer)
      resizeObserver.disconnect()
    }
  }, [])

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape' && inspected) plot.current?.point(null)
    else if (event.key === 'f' && onToggleFull) onToggleFull()
    else if (event.key === '+' || event.key === '-') plot.current?.zoom(event.key === '+' ? 1.25 : 0.8)
    else return
    event.preventDefault()
  }

  const last = candles.at(-1)
  const described = inspected?.row ?? last
  return (
    <div className={css.drawing} dir="ltr">
      <div ref={host} className={css.plot} onPointerDownCapture={() => (ledByKeys.current = false)} />
      <input
        type="range"
        className={css.keys}
        aria-label={label}
        aria-describedby={id}
        min={0}
        max={Math.max(0, candles.length - 1)}
        value={
          described
            ? Math.max(
                0,
                candles.findLastIndex(({ time }) => time === described.time),
              )
            : 0
        }
        aria-valuetext={described ? describe(described) : ''}
        onChange={(event) => {
          ledByKeys.current = true
          plot.current?.point(Number(event.target.value))
        }}
        onKeyDown={onKeyDown}
        onBlur={() => {
          if (ledByKeys.current) plot.current?.point(null)
          ledByKeys.current = false
        }}
      />
      <span id={id} className={css.hint} aria-hidden>
        {t('ui.chartHint')}
      </span>
      {inspected ? (
        <Readout row={inspected.row} inLeftHalf={inspected.inLeftHalf} interval={interval} precision={precision} />
      ) : null}
      {onToggleFull && (
        <button
          type="button"
          className={css.full}
          aria-label={t(isFull ? 'ui.chartFullEnd' : 'ui.chartFull')}
          title={t(isFull ? 'ui.chartFullEnd' : 'ui.chartFull')}
          onClick={onToggleFull}
        >
          <Icon name={isFull ? 'minimize' : 'maximize'} size="sm" />
        </button>
      )}
      {latest ? null : (
        <button
          type="button"
          className={css.latest}
          aria-label={t('ui.chartLatest')}
          title={t('ui.chartLatest')}
          onClick={() => plot.current?.toLatest()}
        >
          <Icon name="chevron-right" size="sm" />
        </button>
      )}
    </div>
  )
}
