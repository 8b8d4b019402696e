import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import './base.css'
import { App } from './App.tsx'
import { boot, hasUnsaved } from './boot/boot.ts'
import { hasUnsavedInput, reloadOnMissingChunk } from './boot/chunkRecovery.ts'
import { Crash } from './shell/Crash.tsx'
import { createClient } from '../engine/state/client/client.ts'
import { ClientProvider } from '../engine/state/client/context.ts'
import { product } from './product.ts'

const container = document.querySelector('#app')
if (container) {
  const root = createRoot(container)
  const client = createClient(product)
  let hasInput = hasUnsavedInput
  // Once for the page: a start that fails is tried again.
  reloadOnMissingChunk(() => hasInput())
  const start = async () => {
    try {
      const runtime = await boot(client, product)
      if (runtime) hasInput = () => hasUnsaved(runtime)
      if (runtime && import.meta.hot) {
        const { hot } = import.meta
        void import('./dev/dev.tsx').then(({ startDev }) =>
          startDev(hot, () => runtime.catalogue.refresh(client.language.current().lang)),
        )
      }
      // A transition is rendered in slices: the main thread stays free for input while the first screen is mounted.
      if (runtime)
        startTransition(() =>
          root.render(
            <StrictMode>
              <App runtime={runtime} />
            </StrictMode>,
          ),
        )
    } catch (error) {
      console.warn('placard: boot', error)
      root.render(
        <ClientProvider value={client}>
          <Crash onRetry={() => void start()} />
        </ClientProvider>,
      )
    }
  }
  void start()
}
