import { act, render, type RenderResult } from './react.tsx'
import type { ReactNode } from 'react'
import { client } from './client.ts'
import { testForm } from './forms.ts'
import { screenOf } from './screenOf.ts'
import type { Action, ActionContext } from '../../src/engine/language/action.ts'
import type { Scope } from '../../src/engine/language/expressions/evaluate.ts'
import type { Json, Node, Screen } from '../../src/engine/language/expressions/program.ts'
import type {
  QueryStore,
  ScreenQuery,
  ScreenQueryMeta,
  ScreenQueryStatus,
} from '../../src/engine/state/data/queryStore.ts'
import type { ScreenState } from '../../src/engine/state/screen.ts'
import { createAtom, set, type WritableAtom } from '../../src/engine/state/store.ts'
import { HostContext, type Host, type View } from '../../src/engine/renderer/host.ts'
import type { Widget } from '../../src/engine/renderer/plan.ts'
import { createScreenInstance } from '../../src/engine/renderer/screenInstance.ts'
import { ScreenView } from '../../src/engine/renderer/ScreenView.tsx'

export interface TestSetup {
  widgets?: Readonly<Record<string, Widget>>
  widgetLoader?: Host['widgetLoader']
  actions?: Readonly<Record<string, Action>>
  /** The action context; a missing method throws when an action uses it. */
  context?: Partial<ActionContext>
  /** Methods of the action context that need the view and the scope of the step. */
  contextOf?: (view: View, scope: Scope | null) => Partial<ActionContext>
  /** Values of the queries, ready from the start. */
  data?: Record<string, unknown>
  state?: Record<string, Json>
  params?: Record<string, Json>
  config?: Record<string, Json>
  forms?: Screen['forms']
  placeholders?: Partial<Host['placeholders']>
  screen?: Partial<Screen>
  /** False where a test counts renders or mounts, which StrictMode doubles. */
  reactStrictMode?: boolean
}

export interface TestQuery extends ScreenQuery {
  value: WritableAtom<unknown>
  status: WritableAtom<ScreenQueryStatus>
  meta: WritableAtom<ScreenQueryMeta>
  refetched: number
}

export interface TestScreen extends RenderResult {
  state: ScreenState
  /** Sets another value of a query, as a refetch would. */
  put(query: string, value: unknown): void
  query(name: string): TestQuery
  /** The reported errors, with their paths. */
  reports: { error: unknown; at: string }[]
}

const PLACEHOLDERS: Host['placeholders'] = {
  loading: () => <p>Loading</p>,
  failed: ({ failure, retry }) => (
    <button type="button" onClick={() => void retry()}>{`Failed ${failure.code}`}</button>
  ),
  empty: () => <p>Empty</p>,
  stale: () => <p>Stale</p>,
  broken: ({ at, widget }) => <p role="alert">{`Broken ${widget} ${at}`}</p>,
}

/** A host for tests; `reports` collects the reported errors. */
export function testHost(
  { widgets = {}, widgetLoader, actions = {}, context = {}, contextOf, config = {}, placeholders = {} }: TestSetup,
  reports: TestScreen['reports'] = [],
): Host {
  const strict = (given: Partial<ActionContext>) =>
    new Proxy(given, {
      get(target, name: string) {
        if (!(name in target)) throw new Error(`The test gives no ${name}.`)
        return (target as Record<string, unknown>)[name]
      },
    }) as ActionContext
  return {
    client,
    widgets,
    ...(widgetLoader && { widgetLoader }),
    actions,
    config,
    placeholders: { ...PLACEHOLDERS, ...placeholders },
    createActionContext: (view, scope) => strict(contextOf ? { ...context, ...contextOf(view, scope) } : context),
    report: (error, at) => void reports.push({ error, at }),
  }
}

/** Queries whose values a test sets. */
export function testData(values: Record<string, unknown>, queries: Map<string, TestQuery>): QueryStore {
  const names = Object.keys(values)
  return {
    query() {
      const name = names.shift() ?? ''
      const query: TestQuery = {
        value: createAtom<unknown>(values[name]),
        status: createAtom<ScreenQueryStatus>({ kind: 'ready' }),
        meta: createAtom<ScreenQueryMeta>({ stale: false, refreshing: false, updatedAt: null, hasMore: false }),
        refetched: 0,
        setRequest: () => undefined,
        subscribe: () => () => undefined,
        refetch: () => Promise.resolve(void (query.refetched += 1)),
        loadMore: () => Promise.resolve(),
      }
      queries.set(name, query)
      return query
    },
    invalidate: () => undefined,
    refetchFailed: () => undefined,
    clear: () => undefined,
    close: () => undefined,
  }
}

/** Renders nodes as a screen would. Errors caught by a boundary are in `reports`, not on the console. */
export function renderNodes(body: Node[], setup: TestSetup = {}): TestScreen {
  const { data = {}, state = {}, params = {}, forms = {} } = setup
  const reports: TestScreen['reports'] = []
  const queries = new Map<string, TestQuery>()
  const screen = screenOf(body, {
    state,
    forms,
    params: Object.fromEntries(
      Object.keys(params).map((name) => [
        name,
        {
          type: typeof params[name] === 'number' ? 'integer' : typeof params[name] === 'boolean' ? 'boolean' : 'string',
        },
      ]),
    ),
    queries: Object.fromEntries(Object.keys(data).map((name) => [name, { call: name }])),
    ...setup.screen,
  })
  const host = testHost(setup, reports)
  const screenState = createScreenInstance(screen, {
    client,
    params,
    data: testData(data, queries),
    config: host.config,
    report: host.report,
    createForm: testForm,
  })
  const wrapper = ({ children }: { children: ReactNode }) => <HostContext value={host}>{children}</HostContext>
  const result = render(<ScreenView state={screenState} />, {
    wrapper,
    onCaughtError: () => undefined,
    reactStrictMode: setup.reactStrictMode ?? true,
  })
  const query = (name: string): TestQuery => {
    const match = queries.get(name)
    if (!match) throw new Error(`The test has no query ${name}.`)
    return match
  }
  return { ...result, state: screenState, query, reports, put: (name, value) => set(query(name).value, value) }
}

/** Waits until the frames in which long lists grow are over. */
export const drawnInFull = (): Promise<void> =>
  act(async () => {
    const size = () => document.querySelectorAll('*').length
    for (let before = -1; before !== size();) {
      before = size()
      await new Promise((drawn) => void requestAnimationFrame(drawn))
    }
  })
