import { type ReactNode, useCallback, useEffect, useEffectEvent, useMemo, useRef } from 'react'
import type { Scope } from '../language/expressions/evaluate.ts'
import type { Node, Screen } from '../language/expressions/program.ts'
import { queryUsageOf } from '../language/expressions/queryUsage.ts'
import { useLanguage } from '../state/language.ts'
import { QueryErrorBoundary } from './boundary.tsx'
import { useHost, ViewContext, type NodeComponents, type View } from './host.ts'
import { tooLarge } from './limits.ts'
import { useDeferredWidgets } from './nodes/deferredWidgets.ts'
import { InteractiveNode, ReactiveInteractiveNode, ReactiveNode, RepeatedNode } from './nodes/reactiveNode.tsx'
import { renderNodes, AwaitBody, AwaitNode } from './nodes/awaitQuery.tsx'
import { runStepsReporting } from './runSteps.ts'
import type { ScreenInstance } from './screenInstance.ts'
import { QueryNotice } from './QueryNotice.tsx'

const NODE_COMPONENTS: NodeComponents = {
  ReactiveNode,
  ReactiveInteractiveNode,
  InteractiveNode,
  RepeatedNode,
  AwaitNode,
  QueryNotice,
}

/** Renders a screen. Its queries fetch while this is mounted; its state lives as long as `state`. */
export function ScreenView({ state }: { state: ScreenInstance }): ReactNode {
  const view = useScreenView(state)
  const { host } = view
  const large = limitOf(state.screen)

  useEffect(() => (large === null ? state.subscribe() : undefined), [state, large])
  useOnEnter(state, () => {
    const { onShow } = state.screen
    if (large === null && onShow.length > 0) void runStepsReporting(onShow, null, view, 'onShow')
  })
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

/**
 * Calls `enter` once per entry: when the screen is mounted or shown again, not per render. A new revision of the screen in use
 * is no entry, nor is a remount within the same task, as by StrictMode.
 */
function useOnEnter(state: ScreenInstance, enter: () => void): void {
  const shown = useRef<ScreenInstance | null>(null)
  const isMounted = useRef(false)
  const onEnter = useEffectEvent(enter)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
      queueMicrotask(() => {
        if (!isMounted.current) shown.current = null
      })
    }
  }, [])
  useEffect(() => {
    const previous = shown.current
    shown.current = state
    if (previous === null || (previous !== state && !state.isHotSwap)) onEnter()
  }, [state])
}

/** Renders a screen's toolbar, at the end of the app bar. */
export function BarView({ view }: { view: View }): ReactNode {
  const { screen } = view.screen
  return screen.toolbar && limitOf(screen) === null ? (
    <NodesView nodes={screen.toolbar} scope={null} view={view} at="toolbar" />
  ) : null
}

/** The view of a screen for this render, for parts of the app that evaluate its expressions, such as the title. */
export function useScreenView(state: ScreenInstance): View {
  const host = useHost()
  const lang = useLanguage()
  return useMemo(
    () => ({ host, screen: state, env: state.env, lang, nodeComponents: NODE_COMPONENTS, isolateErrors: false }),
    [host, state, lang],
  )
}

/** Nodes that an action shows, in the scope of its step: the body of a sheet. Shows a placeholder until the code of their widgets is loaded; throws when it cannot be. */
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
  const { placeholders, widgetLoader } = view.host
  const isLoaded = useDeferredWidgets(nodes, widgetLoader)
  if (!isLoaded) return <placeholders.loading />
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

// Both are memos: functions of the screen, which never changes.
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
