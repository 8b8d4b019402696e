import { useRef, useState, type CSSProperties } from 'react'
import type { ChartProps } from '../../../generated/widgets/Chart.ts'
import { lazyComponent } from '../../../engine/renderer/nodes/lazyComponent.ts'
import { useText } from '../../../engine/state/language.ts'
import { cx } from '../../../engine/widgets/lib/styles/cx.ts'
import EmptyState from '../../../engine/widgets/EmptyState/EmptyState.tsx'
import Icon from '../../../engine/widgets/Icon/Icon.tsx'
import ErrorState from '../../../engine/widgets/ErrorState/ErrorState.tsx'
import Skeleton from '../../../engine/widgets/Skeleton/Skeleton.tsx'
import chartSize from '../../../engine/widgets/lib/styles/chartSize.module.css'
import { clamp } from '../../../engine/widgets/lib/clamp.ts'
import { DrawingBoundary } from './DrawingBoundary.tsx'
import css from './Chart.module.css'
import { DataTable } from './DataTable.tsx'
import { Lines } from './Lines.tsx'
import { useFullScreen } from './useFullScreen.ts'

// The drawing library may throw where it is loaded, so it is loaded inside the boundary.
const Drawing = lazyComponent(() => import('./Drawing.lazy.tsx'))
/** Indicators that are drawn in a separate pane, below the price. */
const OWN_PANE: ReadonlySet<string> = new Set(['macd', 'rsi'] satisfies ChartProps['indicators'])
/** CSS pixels that such a pane adds, so that the price keeps its height. */
const PANE_HEIGHT = 56
const NONE: never[] = []
const canDraw = (): boolean => typeof ResizeObserver === 'function'

export default function Chart(props: ChartProps) {
  const {
    label,
    candles,
    interval,
    height = 320,
    indicators = [],
    linesHidden = false,
    expandable = false,
    startsFull = false,
    tools,
    onAdjust,
    onLeave,
  } = props
  const lines = linesHidden ? NONE : (props.lines ?? NONE)
  const panes = indicators.filter((id) => OWN_PANE.has(id)).length
  const figure = useRef<HTMLElement>(null)
  const { isFull, isTurned, toggle } = useFullScreen(figure, expandable && canDraw(), startsFull)
  const precision = clamp(props.precision, 0, 12)
  const t = useText()
  const [isListed, setListed] = useState(false)
  const renderError = (retry: () => void) => (
    <ErrorState compact title={t('ui.chartFailed')} text={t('ui.chartFailedText')} onRetry={retry} />
  )
  return (
    <figure
      ref={figure}
      className={cx(css.chart, isFull && css.fullScreen)}
      style={{ '--place-height': `${clamp(height, 120, 1200) + panes * PANE_HEIGHT}px` } as CSSProperties}
    >
      {isFull && tools ? (
        <div className={css.head}>
          {isTurned && onLeave ? (
            <button
              type="button"
              className={css.leave}
              aria-label={t('ui.back')}
              title={t('ui.back')}
              onClick={onLeave}
            >
              <Icon name="chevron-left" size="sm" />
            </button>
          ) : null}
          {tools}
        </div>
      ) : null}
      <div data-fill="" className={cx(chartSize.chart, css.stage)}>
        {candles.length === 0 ? (
          <EmptyState compact icon="chart-candlestick" title={t('ui.chartEmpty')} text={t('ui.chartEmptyText')} />
        ) : (
          <DrawingBoundary fallback={renderError}>
            {canDraw() ? (
              <Drawing
                {...props}
                lines={lines}
                precision={precision}
                isFull={isFull}
                onToggleFull={expandable && !isTurned ? toggle : null}
                onList={() => setListed(true)}
                fallback={<Skeleton variant="chart" />}
              />
            ) : null}
          </DrawingBoundary>
        )}
      </div>
      {lines.length > 0 ? (
        <Lines
          lines={lines}
          precision={precision}
          isOpen={isListed}
          onClose={() => setListed(false)}
          onAdjust={onAdjust}
        />
      ) : null}
      {candles.length > 0 ? (
        <DataTable label={label} candles={candles} interval={interval} precision={precision} />
      ) : null}
    </figure>
  )
}
