import { type KeyboardEvent, useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import type { UnixSeconds } from '../../../engine/language/values/units.ts'
import type { Quote } from '../../../generated/entities.ts'
import type { ChartProps } from '../../../generated/widgets/Chart.ts'
import { useFormat, useText } from '../../../engine/state/language.ts'
import { useClient } from '../../../engine/state/client/context.ts'
import { get, watch } from '../../../engine/state/store.ts'
import { cx } from '../../../engine/widgets/lib/styles/cx.ts'
import Icon from '../../../engine/widgets/Icon/Icon.tsx'
import { lazyComponent } from '../../../engine/renderer/nodes/lazyComponent.ts'
import css from './Chart.module.css'
import { createPlot, type Inspected, type Plot } from './canvas/plot.ts'
import type { Editor } from './drawings/editor.ts'
import { Readout, useCandleDescription } from './Readout.tsx'
import { LANDSCAPE } from './useFullScreen.ts'

const DrawingTools = lazyComponent(() => import('./DrawingTools.lazy.tsx'))
const NONE: never[] = []
/** By then a phone that was turned has its screen laid out. */
const ROTATION_MS = 1000

interface DrawingProps extends ChartProps {
  /** It fills the screen. */
  isFull: boolean
  /** Null: it cannot be made to fill the screen. */
  onToggleFull: (() => void) | null
  /** Shows the list of all lines. */
  onList: () => void
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
    drawings = NONE,
    drawingsHidden = false,
    onOlder,
    onAdjust,
    onPick,
    onChange,
    onToggle,
    isFull,
    onToggleFull,
    onList,
  } = props
  const t = useText()
  const format = useFormat()
  const { clock, live } = useClient()
  const id = useId()
  const host = useRef<HTMLDivElement>(null)
  const plot = useRef<Plot | null>(null)
  /** The same, for what is rendered beside it. */
  const [drawn, setDrawn] = useState<Plot | null>(null)
  const editor = useRef<Editor | null>(null)
  const [isDrawing, setIsDrawing] = useState(false)
  /** The keys have set the crosshair; one of a pointer stays when the keys lose the focus. */
  const ledByKeys = useRef(false)
  const [inspected, setInspected] = useState<Inspected | null>(null)
  const [latest, setLatest] = useState(true)
  const describe = useCandleDescription(interval, precision)
  const adjust = useEffectEvent((line: (typeof lines)[number], price: (typeof line)['price']) =>
    onAdjust?.({ id: line.id, kind: line.kind, price }),
  )
  const older = useEffectEvent((before: UnixSeconds) => void onOlder?.({ before }))
  const list = useEffectEvent(onList)
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
    words: { volume: t('ui.chartVolume') },
    canMove: onAdjust !== undefined,
  }
  const initial = useEffectEvent(() => settings)

  useLayoutEffect(() => {
    if (!host.current) return undefined
    const instance = createPlot(
      host.current,
      {
        inspect: setInspected,
        follow: setLatest,
        older: (before) => older(before),
        adjust: (line, price) => adjust(line, price),
        list: () => list(),
      },
      initial(),
      clock,
    )
    plot.current = instance
    setDrawn(instance)
    return () => {
      instance.destroy()
      plot.current = null
      setDrawn(null)
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
    const landscape = matchMedia(LANDSCAPE)
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
    const { tool = null, selected = null } = editor.current?.state ?? {}
    if (event.key === 'Escape' && (tool || selected)) editor.current?.choose(null)
    else if (event.key === 'Escape' && inspected) plot.current?.point(null)
    else if (event.key === 'Enter' && tool && inspected)
      editor.current?.place({ time: inspected.row.time, price: inspected.row.close })
    else if (event.key === 'Enter' && onPick && inspected?.price) void onPick({ price: inspected.price })
    else if (event.key === 'Delete' && selected) editor.current?.remove(selected.id)
    else if (event.key === 'f' && onToggleFull) onToggleFull()
    else if (event.key === '+' || event.key === '-') plot.current?.zoom(event.key === '+' ? 1.25 : 0.8)
    else return
    event.preventDefault()
  }

  const last = candles.at(-1)
  const described = inspected?.row ?? last
  const canPick = onPick !== undefined && inspected?.price
  return (
    <div className={css.drawing}>
      <div className={css.canvas} dir="ltr">
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
        {inspected ? <Readout row={inspected.row} interval={interval} precision={precision} /> : null}
        {canPick ? (
          <button
            type="button"
            className={css.pick}
            style={{ insetBlockStart: inspected.y, insetInlineStart: inspected.axis }}
            aria-label={t('ui.chartPick', { price: format.price(canPick, precision) })}
            title={t('ui.chartPick', { price: format.price(canPick, precision) })}
            onClick={() => {
              plot.current?.point(null)
              void onPick({ price: canPick })
            }}
          >
            <Icon name="plus" size="xs" />
          </button>
        ) : null}
        {onChange && (
          <button
            type="button"
            className={cx(css.corner, css.draw)}
            aria-label={t('ui.chartDraw')}
            title={t('ui.chartDraw')}
            aria-expanded={isDrawing}
            onClick={() => setIsDrawing(!isDrawing)}
          >
            <Icon name="pencil-ruler" size="sm" />
          </button>
        )}
        {onToggleFull && (
          <button
            type="button"
            className={css.corner}
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
      {drawn && (isDrawing || drawings.some((drawing) => drawing.symbol === symbol)) ? (
        <DrawingTools
          plot={drawn}
          editor={editor}
          symbol={symbol}
          interval={interval}
          precision={precision}
          drawings={drawings}
          isHidden={drawingsHidden}
          isOpen={isDrawing}
          onChange={onChange}
          onToggle={onToggle}
        />
      ) : null}
    </div>
  )
}
