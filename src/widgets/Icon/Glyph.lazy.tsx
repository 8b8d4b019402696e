import type { LucideProps } from 'lucide-react'
import { eagerIcons } from './eagerIcons.ts'
import type { LazyIconName } from './icons.ts'
import { lazyIcons } from './lazyIcons.ts'

/** An icon of the second chunk; a question mark for an unknown name. */
export default function Glyph({ name, ...props }: LucideProps & { name: string }) {
  const IconComponent = Object.hasOwn(lazyIcons, name)
    ? lazyIcons[name as LazyIconName]
    : eagerIcons['circle-question-mark']
  return <IconComponent {...props} />
}
