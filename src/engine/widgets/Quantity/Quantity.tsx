import type { QuantityProps } from '../../../generated/widgets/Quantity.ts'
import { useFormat } from '../../state/language.ts'
import { NumberText } from '../lib/NumberText.tsx'
import { autoTone, typeClass } from '../lib/styles/typography.ts'

export default function Quantity({ value, unit, hidden, signed, tone, variant = 'body' }: QuantityProps) {
  const format = useFormat()
  return (
    <NumberText
      text={value === null ? null : format.quantity(value, { signed })}
      unit={unit}
      hidden={hidden}
      className={typeClass(variant, hidden ? 'default' : autoTone(tone, value))}
    />
  )
}
