import { useId } from 'react'
import type { SparklineProps } from '../../../generated/widgets/Sparkline.ts'
import { cx } from '../lib/styles/cx.ts'
import { polylinePoints, trend } from './line.ts'
import { clamp } from '../lib/clamp.ts'
import css from './Sparkline.module.css'

export default function Sparkline({
  values,
  tone = 'auto',
  width: wide = 72,
  height: high = 28,
  area = true,
  label,
}: SparklineProps) {
  const id = useId()
  const [width, height] = [clamp(wide, 0, 1000), clamp(high, 16, 200)]
  const viewWidth = width === 0 ? 320 : width
  const points = polylinePoints(values, viewWidth, height)
  const colour = tone === 'auto' ? trend(values) : tone
  return (
    <svg
      className={cx(css.sparkline, css[colour])}
      viewBox={`0 0 ${viewWidth} ${height}`}
      width={width === 0 ? '100%' : width}
      height={height}
      preserveAspectRatio="none"
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      {area && points ? (
        <>
          <defs>
            <linearGradient id={id} x1="0" y1="0" x2="0" y2="1">
              <stop offset="0" className={css.near} />
              <stop offset="1" className={css.far} />
            </linearGradient>
          </defs>
          <polygon points={`0,${height} ${points} ${viewWidth},${height}`} fill={`url(#${id})`} />
        </>
      ) : null}
      <polyline
        points={points || `0,${height / 2} ${viewWidth},${height / 2}`}
        className={cx(css.line, !points && css.none)}
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
