import { useId } from 'react'
import type { CardProps } from '../../../generated/widgets/Card.ts'
import { StretchedButton } from '../lib/StretchedButton.tsx'
import stretched from '../lib/StretchedButton.module.css'
import { cx } from '../lib/styles/cx.ts'
import { layoutClass } from '../lib/styles/layout.ts'
import css from './Card.module.css'

export default function Card({ tone = 'default', padding = 'md', gap = 'sm', label, onPress, children }: CardProps) {
  const id = useId()
  // A card without a press handler has its own name, so that screen readers announce where each card begins and ends.
  const named = !onPress && label !== undefined
  const content = cx(css.content, onPress && stretched.content, layoutClass({ gap, padding }))
  return (
    <div
      role={named ? 'group' : undefined}
      aria-label={named ? label : undefined}
      className={cx(css.card, css[tone], onPress && stretched.surface)}
    >
      {onPress ? <StretchedButton onPress={onPress} label={label} labelledBy={id} /> : null}
      <div id={onPress ? id : undefined} className={content}>
        {children}
      </div>
    </div>
  )
}
