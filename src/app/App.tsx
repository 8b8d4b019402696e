import { useMemo } from 'react'
import { HashRouter } from 'react-router-dom'
import { ClientProvider } from '../engine/state/client/context.ts'
import { HostContext, type Host } from '../engine/renderer/host.ts'
import { createActionContextFactory } from './context.tsx'
import { placeholders } from './placeholders.tsx'
import { RuntimeProvider, type AppServices } from './runtime.ts'
import { Boundary } from './shell/Boundary.tsx'
import { OverlayHost } from './shell/OverlayHost.tsx'
import { Crash } from './shell/Crash.tsx'
import { Shell } from './shell/Shell.tsx'
import { warn } from './warn.ts'

const crash = () => <Crash />

/** Shows the whole app: the shell with its screens, overlays and toasts, or the crash page after an error that nothing else has caught. */
export function App({ runtime }: { runtime: AppServices }) {
  const host = useMemo<Host>(
    () => ({
      client: runtime.client,
      widgets: runtime.product.registry.widgets,
      widgetLoader: runtime.product.registry.widgetLoader,
      actions: runtime.product.registry.actions,
      placeholders,
      Symbol: runtime.product.registry.Symbol,
      config: { ...runtime.config },
      createActionContext: createActionContextFactory(runtime),
      place: runtime.navigator.place,
      report: warn,
    }),
    [runtime],
  )
  return (
    <ClientProvider value={runtime.client}>
      <RuntimeProvider value={runtime}>
        <HostContext value={host}>
          <Boundary fallback={crash}>
            {/* Not a <Router> with a history of ours: layers are entries of the browser's history, which HashRouter's own pushes and hears of.
              Updates are urgent: in a transition the previous screen would stay on display until the next one is there. */}
            <HashRouter useTransitions={false}>
              <Shell />
            </HashRouter>
            <OverlayHost />
          </Boundary>
        </HostContext>
      </RuntimeProvider>
    </ClientProvider>
  )
}
