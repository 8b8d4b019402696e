import type { ComponentType } from 'react'
import { lazyComponent } from '../../renderer/nodes/lazyComponent.ts'
import css from './Drawing.module.css'

// A widget of the product may draw the symbol of an id; the engine knows none by name.
const [load] = Object.values(
  import.meta.glob<{ default: ComponentType<{ id: string }> }>('../../../product/widgets/*/DrawingOf.lazy.tsx'),
)
const DrawingOf = load ? lazyComponent(load) : null

/** The product's symbol of an id, such as that of a currency. Decorative: its name is beside it. */
export const Drawing = ({ id }: { id: string }) => (
  <span className={css.drawing}>{DrawingOf && <DrawingOf id={id} />}</span>
)
