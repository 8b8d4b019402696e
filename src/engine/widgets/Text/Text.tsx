import { createElement } from 'react'
import type { TextProps } from '../../../generated/widgets/Text.ts'
import { cx } from '../lib/styles/cx.ts'
import { typeClass } from '../lib/styles/typography.ts'
import { clamp } from '../lib/clamp.ts'
import css from './Text.module.css'

export default function Text({
  text,
  variant = 'body',
  tone,
  weight,
  align,
  level,
  live,
  lines,
  tabular,
  selectable = true,
}: TextProps) {
  const className = cx(
    css.text,
    typeClass(variant, tone, weight),
    align && css[`align-${align}`],
    lines !== undefined && css.clamp,
    tabular && css.tabular,
    !selectable && css.fixed,
  )
  const style = lines === undefined ? undefined : { WebkitLineClamp: clamp(lines, 1, 12) }
  return createElement(
    level ? `h${clamp(level, 1, 6)}` : 'p',
    { className, style, dir: 'auto', role: live ? 'status' : undefined },
    text,
  )
}
