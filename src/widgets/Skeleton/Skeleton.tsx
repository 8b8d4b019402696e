import type { ReactNode } from 'react'
import type { SkeletonProps } from '../../generated/widgets/Skeleton.ts'
import { useText } from '../../state/language.ts'
import { cx } from '../cx.ts'
import type from '../type.module.css'
import css from './Skeleton.module.css'

const bar = (...names: (string | undefined)[]) => <span className={cx(css.bar, ...names)} />

const SHAPES: Record<NonNullable<SkeletonProps['variant']>, ReactNode> = {
  text: bar(css.line),
  card: bar(css.card),
  chart: bar(css.chart),
  row: <div className={css.row}>{bar(css.circle)}<div className={css.two}>{bar(css.half)}{bar(css.third)}</div>{bar(css.end)}</div>,
  list: <div className={css.row}><div className={css.two}>{bar(css.half)}{bar(css.third)}</div>{bar(css.end)}</div>,
  balance: <div className={css.two}>{bar(css.third)}{bar(css.big)}{bar(css.half)}</div>,
}

export default function Skeleton({ variant = 'text', count = 1 }: SkeletonProps) {
  const t = useText()
  return (
    <div role="status" className={css.skeleton}>
      <span className={type.spoken}>{t('ui.loading')}</span>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} aria-hidden="true">{SHAPES[variant]}</div>
      ))}
    </div>
  )
}
