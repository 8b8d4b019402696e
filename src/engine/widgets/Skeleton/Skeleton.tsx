import type { CSSProperties, ReactNode } from 'react'
import type { SkeletonProps } from '../../../generated/widgets/Skeleton.ts'
import { useText } from '../../state/language.ts'
import { cx } from '../lib/styles/cx.ts'
import chartSize from '../lib/styles/chartSize.module.css'
import typography from '../lib/styles/typography.module.css'
import { clamp } from '../lib/clamp.ts'
import css from './Skeleton.module.css'

const bar = (...names: (string | undefined)[]) => <span className={cx(css.bar, ...names)} />

/** Bars of a course that goes nowhere in particular. */
const BARS_PATH =
  'M1 62h2v16h-2zM5 56h2v14h-2zM9 47h2v15h-2zM13 50h2v10h-2zM17 40h2v15h-2zM21 46h2v18h-2zM25 55h2v13h-2zM29 42h2v14h-2zM33 34h2v16h-2zM37 30h2v14h-2zM41 42h2v14h-2zM45 28h2v15h-2zM49 22h2v14h-2zM53 32h2v14h-2zM57 20h2v13h-2z'
const Chart = () => (
  <span data-fill="" className={cx(chartSize.chart, css.chart)}>
    <svg viewBox="0 0 60 100" preserveAspectRatio="none">
      <path d={BARS_PATH} />
    </svg>
  </span>
)

const VARIANTS: Record<NonNullable<SkeletonProps['variant']>, ReactNode> = {
  text: bar(css.line),
  card: bar(css.card),
  chart: <Chart />,
  row: (
    <span className={css.row}>
      {bar(css.circle)}
      <span className={css.two}>
        {bar(css.half)}
        {bar(css.third)}
      </span>
      {bar(css.end)}
    </span>
  ),
  list: (
    <span className={css.row}>
      <span className={css.two}>
        {bar(css.half)}
        {bar(css.third)}
      </span>
      {bar(css.end)}
    </span>
  ),
  balance: (
    <span className={css.balance}>
      {bar(css.third)}
      {bar(css.big)}
    </span>
  ),
}

export default function Skeleton({ variant = 'text', count = 1, height }: SkeletonProps) {
  const t = useText()
  return (
    <output
      className={css.skeleton}
      style={height === undefined ? undefined : ({ '--place-height': `${clamp(height, 16, 1200)}px` } as CSSProperties)}
    >
      <span className={typography.spoken}>{t('ui.loading')}</span>
      {Array.from({ length: clamp(count, 1, 30) }, (_, index) => (
        <span key={index} className={cx(css.item, variant === 'chart' && css.whole)} aria-hidden="true">
          {VARIANTS[variant]}
        </span>
      ))}
    </output>
  )
}
