import { createElement, useId } from 'react'
import type { SectionProps } from '../../../generated/widgets/Section.ts'
import Button from '../Button/Button.tsx'
import { cx } from '../lib/styles/cx.ts'
import { layoutClass } from '../lib/styles/layout.ts'
import { clamp } from '../lib/clamp.ts'
import css from './Section.module.css'

export default function Section({ title, level = 2, action, gap = 'sm', onPress, end, children }: SectionProps) {
  const id = useId()
  const link =
    action && onPress ? <Button label={action} about={title} variant="link" size="sm" onPress={onPress} /> : null
  return (
    <section aria-labelledby={id} className={cx(css.section, layoutClass({ gap }))}>
      <div className={css.head}>
        {createElement(`h${clamp(level, 2, 6)}`, { id, className: css.title }, title)}
        {end ?? link}
      </div>
      {children}
    </section>
  )
}
