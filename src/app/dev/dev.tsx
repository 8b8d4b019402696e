import { createRoot } from 'react-dom/client'
import { Overlay, type Diagnostic } from './Overlay.tsx'

/** Listens to the dev server: what is wrong lies over the running app, what has changed takes over in place. */
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
  // What was said while the app started has reached nobody.
  hot.send('placard:ready')
}
