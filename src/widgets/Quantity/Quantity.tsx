import type { QuantityProps } from '../../generated/widgets/Quantity.ts'
import { useFormat } from '../../state/language.ts'
import { Figure } from '../Figure.tsx'
import { autoTone, typeClass } from '../type.ts'

export default function Quantity({ value, unit, hidden, signed, tone, variant = 'body' }: QuantityProps) {
  const format = useFormat()
  return (
    <Figure
      text={value === null ? null : format.quantity(value, { signed })}
      unit={unit}
      hidden={hidden}
      className={typeClass(variant, hidden ? 'default' : autoTone(tone, value))}
    />
  )
}
