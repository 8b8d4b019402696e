import type { ReactNode } from 'react'
import type { SkeletonProps } from '../../generated/widgets/Skeleton.ts'
import { useText } from '../../state/language.ts'
import { cx } from '../cx.ts'
import type from '../type.module.css'
import { within } from '../within.ts'
import css from './Skeleton.module.css'

const bar = (...names: (string | undefined)[]) => <span className={cx(css.bar, ...names)} />

const SHAPES: Record<NonNullable<SkeletonProps['variant']>, ReactNode> = {
  text: bar(css.line),
  card: bar(css.card),
  chart: bar(css.chart),
  row: <span className={css.row}>{bar(css.circle)}<span className={css.two}>{bar(css.half)}{bar(css.third)}</span>{bar(css.end)}</span>,
  list: <span className={css.row}><span className={css.two}>{bar(css.half)}{bar(css.third)}</span>{bar(css.end)}</span>,
  balance: <span className={css.two}>{bar(css.third)}{bar(css.big)}{bar(css.half)}</span>,
}

export default function Skeleton({ variant = 'text', count = 1 }: SkeletonProps) {
  const t = useText()
  return (
    <output className={css.skeleton}>
      <span className={type.spoken}>{t('ui.loading')}</span>
      {Array.from({ length: within(count, 1, 30) }, (_, index) => (
        <span key={index} aria-hidden="true">{SHAPES[variant]}</span>
      ))}
    </output>
  )
}
