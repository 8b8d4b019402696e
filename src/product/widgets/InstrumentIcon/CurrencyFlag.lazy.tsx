import { draw } from './draw.tsx'
import { flags } from './flags.ts'
import { isCurrency } from './pair.ts'

/** The flag of a currency: in a chunk of its own, since the first screen shows coins. */
export default function CurrencyFlag({ code, className }: { code: string; className?: string }) {
  return (
    <svg viewBox="0 0 24 24" className={className}>
      {draw(isCurrency(code) ? flags[code] : [])}
    </svg>
  )
}
