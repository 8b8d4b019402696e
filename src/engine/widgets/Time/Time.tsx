import { useEffect, useReducer } from 'react'
import { isValidTime } from '../../language/values/time.ts'
import type { TimeProps } from '../../../generated/widgets/Time.ts'
import { useFormat } from '../../state/language.ts'
import { NumberText } from '../lib/NumberText.tsx'
import { typeClass } from '../lib/styles/typography.ts'

const AGO_EVERY = 30_000

export default function Time({ value, format: form = 'dateTime', tone = 'muted', variant = 'caption' }: TimeProps) {
  const format = useFormat()
  const [, rerender] = useReducer((n: number) => n + 1, 0)
  const ticking = form === 'ago' && value !== null
  useEffect(() => {
    if (!ticking) return undefined
    const timer = setInterval(rerender, AGO_EVERY)
    return () => clearInterval(timer)
  }, [ticking])
  const className = typeClass(variant, tone)
  if (value === null || !isValidTime(value)) return <NumberText text={null} className={className} />
  return (
    <time dateTime={new Date(value * 1000).toISOString()} title={form === 'ago' ? format.dateTime(value) : undefined}>
      <NumberText text={format[form](value)} className={className} />
    </time>
  )
}
