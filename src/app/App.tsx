import { useMemo } from 'react'
import { HashRouter } from 'react-router-dom'
import { HostContext, type Host } from '../renderer/host.ts'
import { createAct } from './context.tsx'
import { looks } from './looks.tsx'
import { actions, widgets } from './registry.ts'
import { RuntimeProvider, type Runtime } from './runtime.ts'
import { Boundary } from './shell/Boundary.tsx'
import { CoverHost } from './shell/CoverHost.tsx'
import { Crash } from './shell/Crash.tsx'
import { Shell } from './shell/Shell.tsx'
import { ToastHost } from './shell/ToastHost.tsx'
import { warn } from './warn.ts'

const crash = () => <Crash />

export function App({ runtime }: { runtime: Runtime }) {
  const host = useMemo<Host>(
    () => ({
      widgets,
      actions,
      looks,
      config: { ...runtime.config },
      act: createAct(runtime),
      report: warn,
    }),
    [runtime],
  )
  return (
    <RuntimeProvider value={runtime}>
      <HostContext value={host}>
        <Boundary fallback={crash}>
          {/* Not a <Router> with a history of ours: layers are entries of the browser's history, which HashRouter's own pushes and hears of.
              Updates are urgent: in a transition the previous screen would stay on display until the next one is there. */}
          <HashRouter useTransitions={false}>
            <Shell />
          </HashRouter>
          <CoverHost />
          <ToastHost />
        </Boundary>
      </HostContext>
    </RuntimeProvider>
  )
}
