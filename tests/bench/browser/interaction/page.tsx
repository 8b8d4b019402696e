import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'

/** Draws a page while its address ends with `#on`, and removes it otherwise. */
export function page(draw: () => ReactNode): void {
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  const update = () => root.render(location.hash === '#on' ? draw() : null)
  addEventListener('hashchange', update)
  update()
}
