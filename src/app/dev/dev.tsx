import { createRoot } from 'react-dom/client'
import { Overlay, type Diagnostic } from './Overlay.tsx'

/** Listens to the dev server: shows errors over the running app, applies changes in place. */
export function startDev(hot: NonNullable<ImportMeta['hot']>, reload: () => Promise<unknown>): void {
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  let wrong: readonly Diagnostic[] = []
  const show = (diagnostics: readonly Diagnostic[]) => {
    wrong = diagnostics
    root.render(wrong.length > 0 ? <Overlay diagnostics={wrong} onClose={() => show([])} /> : null)
  }

  hot.on('placard:errors', ({ diagnostics }: { diagnostics: Diagnostic[] }) => show(diagnostics.filter(({ severity }) => severity === 'error')))
  hot.on('placard:catalogue', () => {
    show([])
    reload().catch((error: unknown) => console.warn('placard: catalogue', error))
  })
  // Messages sent during the start were not received.
  hot.send('placard:ready')
}
