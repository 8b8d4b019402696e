import type { ComponentType } from 'react'
import { lazyComponent } from '../../renderer/lazyComponent.ts'
import css from './Drawing.module.css'

// A widget of the product may draw what an id stands for; the engine knows none by name.
const [load] = Object.values(
  import.meta.glob<{ default: ComponentType<{ id: string }> }>('../../product/widgets/*/DrawingOf.lazy.tsx'),
)
const DrawingOf = load ? lazyComponent(load) : null

/** The product's drawing of what an id stands for, such as a currency. Decorative: its name is beside it. */
export const Drawing = ({ id }: { id: string }) => (
  <span className={css.drawing}>{DrawingOf && <DrawingOf id={id} />}</span>
)
