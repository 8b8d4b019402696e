import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Overlay, type Diagnostic } from './Overlay.tsx'

/** Listens to the dev server: shows errors over the running app, applies changes in place. */
export function startDev(hot: NonNullable<ImportMeta['hot']>, reload: () => Promise<unknown>): void {
  const container = document.createElement('div')
  document.body.append(container)
  const root = createRoot(container)
  let current: readonly Diagnostic[] = []
  const show = (diagnostics: readonly Diagnostic[]) => {
    current = diagnostics
    root.render(
      <StrictMode>{current.length > 0 && <Overlay diagnostics={current} onClose={() => show([])} />}</StrictMode>,
    )
  }

  hot.on('placard:errors', ({ diagnostics }: { diagnostics: Diagnostic[] }) =>
    show(diagnostics.filter(({ severity }) => severity === 'error')),
  )
  hot.on('placard:catalogue', () => {
    show([])
    reload().catch((error: unknown) => console.warn('placard: catalogue', error))
  })
  // Messages sent during the start were not received.
  hot.send('placard:ready')
}
