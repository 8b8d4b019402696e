import type { LucideProps } from 'lucide-react'
import type { LateName } from './icons.ts'
import { more } from './more.ts'

/** An icon of the second chunk. */
export default function Glyph({ name, ...props }: LucideProps & { name: LateName }) {
  const Shape = more[name]
  return <Shape {...props} />
}
