import type { PercentProps } from '../../../generated/widgets/Percent.ts'
import { useFormat } from '../../state/language.ts'
import { cx } from '../lib/styles/cx.ts'
import { NumberText } from '../lib/NumberText.tsx'
import { autoTone, typeClass } from '../lib/styles/typography.ts'
import css from './Percent.module.css'

export default function Percent({
  value,
  signed = true,
  tone = 'auto',
  look = 'text',
  variant = 'body',
  weight,
}: PercentProps) {
  const format = useFormat()
  const resolved = autoTone(tone, value)
  return (
    <NumberText
      text={value === null ? null : format.percent(value, { signed })}
      className={cx(
        typeClass(variant, look === 'block' ? 'default' : resolved, weight),
        look !== 'text' && css[look],
        look !== 'text' && css[resolved],
      )}
    />
  )
}
