import { useLayoutEffect, useRef } from 'react'
import type { PriceProps } from '../../../generated/widgets/Price.ts'
import { compare } from '../../language/values/decimal.ts'
import { useFormat } from '../../state/language.ts'
import { cx } from '../lib/styles/cx.ts'
import { NumberText } from '../lib/NumberText.tsx'
import { prefersReducedMotion } from '../lib/motion.ts'
import { typeClass } from '../lib/styles/typography.ts'
import { flash } from './flash.ts'
import css from './Price.module.css'

export default function Price({ value, precision, flash: flashes = true, tone, variant = 'body', weight }: PriceProps) {
  const format = useFormat()
  const box = useRef<HTMLSpanElement>(null)
  const previousValue = useRef(value)

  // The direction goes straight to the element: a state would render every tick twice.
  useLayoutEffect(() => {
    const last = previousValue.current
    previousValue.current = value
    const element = box.current
    if (!element || last === null || value === null) return
    const direction = compare(value, last)
    if (direction === 0) return
    element.dataset.direction = direction > 0 ? 'up' : 'down'
    if (flashes && !prefersReducedMotion()) flash(element)
  }, [value, flashes])

  return (
    <span ref={box} className={cx(css.price, tone === 'auto' && css.auto)}>
      <NumberText
        text={value === null ? null : format.price(value, precision)}
        className={typeClass(variant, tone === 'auto' ? 'default' : tone, weight)}
      />
    </span>
  )
}
