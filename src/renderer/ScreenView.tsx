import { type ReactNode, useCallback, useEffect, useEffectEvent, useMemo, useRef } from 'react'
import type { Scope } from '../core/evaluate.ts'
import type { Node, Screen } from '../core/program.ts'
import { queryUsageOf } from '../core/queryUsage.ts'
import { useLanguage } from '../state/language.ts'
import type { ScreenState } from '../state/screen.ts'
import { QueryErrorBoundary } from './boundary.tsx'
import { useHost, ViewContext, type NodeComponents, type View } from './host.ts'
import { tooLarge } from './limits.ts'
import { InteractiveNode, ReactiveNode, RepeatedNode } from './reactiveNode.tsx'
import { renderNodes, AwaitBody, AwaitNode } from './awaitQuery.tsx'
import { subscribeQueries } from './queries.ts'
import { runStepsReporting } from './runSteps.ts'
import { QueryNotice } from './QueryNotice.tsx'
import { createEnvironment } from './environment.ts'

const NODE_COMPONENTS: NodeComponents = { ReactiveNode, InteractiveNode, RepeatedNode, AwaitNode, QueryNotice }

/** Renders a screen. Its queries fetch while this is mounted; its state lives as long as `state`. */
export function ScreenView({ state }: { state: ScreenState }): ReactNode {
  const view = useScreenView(state)
  const { host, env } = view
  const large = limitOf(state.screen)

  useEffect(() => (large === null ? subscribeQueries(state, env, host.report) : undefined), [state, env, host, large])
  const runOnShow = useEffectEvent(({ screen }: ScreenState) => {
    if (large === null && screen.onShow.length > 0) void runStepsReporting(screen.onShow, null, view, 'onShow')
  })
  const entered = useRef(false)
  useEffect(() => {
    entered.current = true
  }, [])
  // Runs onShow once per entry, not per render. A new revision of the screen in use is not an entry.
  useEffect(() => {
    if (entered.current || !state.isHotSwap) runOnShow(state)
    entered.current = false
  }, [state])
  useEffect(() => {
    if (large !== null) host.report(new Error(large), state.screen.id)
  }, [state, large, host])

  const renderBody = useCallback(
    (inner: View) => renderAwaiting(queriesAwaitedByBody(state.screen), state.screen.body, inner),
    [state],
  )
  const { broken: Broken } = host.placeholders
  if (large !== null) return <Broken at={state.screen.id} widget="" why="tooLarge" />
  return (
    <ViewContext value={view}>
      <QueryErrorBoundary at="body" view={view} render={renderBody} />
    </ViewContext>
  )
}

/** Renders a screen's toolbar, at the end of the app bar. */
export function BarView({ view }: { view: View }): ReactNode {
  const { screen } = view.screen
  return screen.toolbar && limitOf(screen) === null ? (
    <NodesView nodes={screen.toolbar} scope={null} view={view} at="toolbar" />
  ) : null
}

/** The view of a screen for this render, for parts of the app that evaluate its expressions, such as the title. */
export function useScreenView(state: ScreenState): View {
  const host = useHost()
  const lang = useLanguage()
  const env = useMemo(() => createEnvironment(state, host.config), [state, host])
  return useMemo(
    () => ({ host, screen: state, env, lang, nodeComponents: NODE_COMPONENTS, isolateErrors: false }),
    [host, state, env, lang],
  )
}

/** Nodes that an action shows, in the scope of its step: the body of a sheet. */
export function NodesView({
  nodes,
  scope,
  view,
  at,
}: {
  nodes: readonly Node[]
  scope: Scope | null
  view: View
  at: string
}): ReactNode {
  const lang = useLanguage()
  const renderBody = useCallback((inner: View) => renderNodes(nodes, scope, inner), [nodes, scope])
  const current = useMemo(() => (view.lang === lang ? view : { ...view, lang }), [view, lang])
  return (
    <ViewContext value={current}>
      <QueryErrorBoundary at={at} view={current} render={renderBody} />
    </ViewContext>
  )
}

/** Queries that no node waits for: the body itself does. */
function renderAwaiting(names: readonly string[], body: readonly Node[], view: View): ReactNode {
  const [name, ...rest] = names
  if (name === undefined) return renderNodes(body, null, view)
  return <AwaitBody name={name} at="body" view={view} render={(inner) => renderAwaiting(rest, body, inner)} />
}

const limits = new WeakMap<Screen, string | null>()
function limitOf(screen: Screen): string | null {
  let known = limits.get(screen)
  if (known === undefined) limits.set(screen, (known = tooLarge(screen)))
  return known
}

const awaitedByBody = new WeakMap<Screen, readonly string[]>()
function queriesAwaitedByBody(screen: Screen): readonly string[] {
  let known = awaitedByBody.get(screen)
  if (!known) awaitedByBody.set(screen, (known = queryUsageOf(screen).awaitedByBody))
  return known
}
