import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import type { ActionContext } from '../../../src/engine/language/action.ts'
import type { Node, Screen } from '../../../src/engine/language/expressions/program.ts'
import { HostContext, type Host } from '../../../src/engine/renderer/host.ts'
import { createScreenInstance, type ScreenInstance } from '../../../src/engine/renderer/screenInstance.ts'
import { ScreenView } from '../../../src/engine/renderer/ScreenView.tsx'
import type { QueryStore, ScreenQuery } from '../../../src/engine/state/data/queryStore.ts'
import { createAtom, set, type WritableAtom } from '../../../src/engine/state/store.ts'
import '../../../src/generated/tokens.css'
import { testForm } from '../../support/forms.ts'
import { screenOf as testScreenOf } from '../../support/screenOf.ts'
import { ClientProvider } from '../../../src/engine/state/client/context.ts'
import { client } from '../../support/client.ts'

const nothing = () => null
export const host: Host = {
  client,
  widgets: {},
  actions: {},
  config: {},
  placeholders: {
    loading: nothing,
    failed: nothing,
    empty: nothing,
    stale: nothing,
    broken: ({ at, widget }) => <p>{`broken ${widget} ${at}`}</p>,
  },
  createActionContext: (view) =>
    ({ setState: view.screen.setState, toast: () => undefined }) as unknown as ActionContext,
  report(error) {
    throw error
  },
}

/** Returns a compiled screen with the given nodes, and defaults for everything that `more` does not set. */
export const screenOf = (body: Node[], more: Partial<Screen> = {}): Screen =>
  testScreenOf(body, { id: 'bench', route: '/bench', title: '', navigationBar: 'none', ...more })

/** A screen whose queries have the given values until `put`. */
export function stateOf(
  screen: Screen,
  values: Record<string, unknown> = {},
): { state: ScreenInstance; put(name: string, value: unknown): void } {
  const cells = new Map<string, WritableAtom<unknown>>()
  const names = Object.keys(screen.queries)
  const data: QueryStore = {
    query(): ScreenQuery {
      const name = names[cells.size] ?? ''
      const value = createAtom<unknown>(values[name])
      cells.set(name, value)
      return {
        value,
        status: createAtom({ kind: 'ready' as const }),
        meta: createAtom({ stale: false, refreshing: false, updatedAt: 0, hasMore: false }),
        setRequest: () => undefined,
        subscribe: () => () => undefined,
        refetch: () => Promise.resolve(),
        loadMore: () => Promise.resolve(),
      }
    },
    invalidate: () => undefined,
    refetchFailed: () => undefined,
    clear: () => undefined,
    close: () => undefined,
  }
  return {
    state: createScreenInstance(screen, {
      client,
      params: {},
      data,
      config: host.config,
      report: host.report,
      createForm: testForm,
    }),
    put(name, value) {
      const target = cells.get(name)
      if (target) set(target, value)
    },
  }
}

/** Shows a screen as the app's renderer draws it. */
export const Ours = ({ state }: { state: ScreenInstance }): ReactNode => <ScreenView state={state} />

/** Both are mounted where an app mounts a page: below its providers, in the frame with its bars. */
function Page({ children }: { children: ReactNode }): ReactNode {
  return (
    <ClientProvider value={client}>
      <HostContext value={host}>
        <div>
          <main>
            <div>
              <section>{children}</section>
            </div>
          </main>
        </div>
      </HostContext>
    </ClientProvider>
  )
}

/** Draws and stays mounted. Layout in one does not affect the other, or the upper one would pay for both. */
export function stay(draw: () => ReactNode): { container: HTMLElement; gone(): void } {
  const container = document.createElement('div')
  container.style.contain = 'content'
  container.style.position = 'absolute'
  document.body.append(container)
  const root = createRoot(container)
  flushSync(() => root.render(<Page>{draw()}</Page>))
  return {
    container,
    gone() {
      flushSync(() => root.unmount())
      container.remove()
    },
  }
}
