import type { LucideProps } from 'lucide-react'
import { early } from './early.ts'
import type { LateName } from './icons.ts'
import { more } from './more.ts'

/** An icon of the second chunk; a question mark for an unknown name. */
export default function Glyph({ name, ...props }: LucideProps & { name: string }) {
  const Shape = Object.hasOwn(more, name) ? more[name as LateName] : early['circle-question-mark']
  return <Shape {...props} />
}
