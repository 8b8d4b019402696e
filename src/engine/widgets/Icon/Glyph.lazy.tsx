import type { LucideProps } from 'lucide-react'
import { eagerIcons } from '../../../generated/icons/eager.ts'
import { lazyIcons } from '../../../generated/icons/lazy.ts'

/** An icon of the second chunk; a question mark for an unknown name. */
export default function Glyph({ name, ...props }: LucideProps & { name: string }) {
  const IconComponent = Object.hasOwn(lazyIcons, name)
    ? lazyIcons[name as keyof typeof lazyIcons]
    : eagerIcons['circle-question-mark']
  return <IconComponent {...props} />
}
