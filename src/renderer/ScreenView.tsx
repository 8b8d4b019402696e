import { type ReactNode, useCallback, useEffect, useEffectEvent, useMemo, useRef } from 'react'
import type { Scope } from '../core/evaluate.ts'
import { nodesOf, type Node, type Screen } from '../core/program.ts'
import { useLanguage } from '../state/language.ts'
import type { ScreenState } from '../state/screen.ts'
import { QueryErrorBoundary } from './boundary.tsx'
import { useHost, ViewContext, type NodeComponents, type View } from './host.ts'
import { tooLarge } from './limits.ts'
import { InteractiveNode, ReactiveNode, Repeat } from './live.tsx'
import { drawNodes, AwaitBody, AwaitNode } from './needs.tsx'
import { subscribeQueries } from './queries.ts'
import { runStepsReporting } from './run.ts'
import { QueryNotice } from './QueryNotice.tsx'
import { createEnvironment } from './environment.ts'

const KIT: NodeComponents = { Live: ReactiveNode, Handled: InteractiveNode, Repeat, Needs: AwaitNode, Told: QueryNotice }

/** Renders a screen. Its queries fetch while this is mounted; its state lives as long as `state`. */
export function ScreenView({ state }: { state: ScreenState }): ReactNode {
  const view = useScreenView(state)
  const { host, env } = view
  const large = limitOf(state.screen)

  useEffect(() => (large === null ? subscribeQueries(state, env, host.report) : undefined), [state, env, host, large])
  const showing = useEffectEvent(({ screen }: ScreenState) => {
    if (large === null && screen.onShow.length > 0) void runStepsReporting(screen.onShow, null, view, 'onShow')
  })
  const entered = useRef(false)
  useEffect(() => {
    entered.current = true
  }, [])
  // Runs onShow once per entry, not per render. A new revision of the screen in use is not an entry.
  useEffect(() => {
    if (entered.current || !state.continues) showing(state)
    entered.current = false
  }, [state])
  useEffect(() => {
    if (large !== null) host.report(new Error(large), state.screen.id)
  }, [state, large, host])

  const drawBody = useCallback((inner: View) => drawGated(queriesAwaitedByBody(state.screen), state.screen.body, inner), [state])
  const { broken: Broken } = host.placeholders
  if (large !== null) return <Broken at={state.screen.id} widget="" why="tooLarge" />
  return (
    <ViewContext value={view}>
      <QueryErrorBoundary at="body" view={view} draw={drawBody} />
    </ViewContext>
  )
}

/** Renders a screen's toolbar, at the end of the app bar. */
export function BarView({ view }: { view: View }): ReactNode {
  const { screen } = view.screen
  return screen.toolbar && limitOf(screen) === null ? <NodesView nodes={screen.toolbar} scope={null} view={view} at="toolbar" /> : null
}

/** The view of a screen for this render, for parts of the app that evaluate its expressions, such as the title. */
export function useScreenView(state: ScreenState): View {
  const host = useHost()
  const lang = useLanguage()
  const env = useMemo(() => createEnvironment(state, host.config), [state, host])
  return useMemo(() => ({ host, screen: state, env, lang, kit: KIT, isolateErrors: false }), [host, state, env, lang])
}

/** Nodes that an action shows, in the scope of its step: the body of a sheet. */
export function NodesView({ nodes, scope, view, at }: { nodes: readonly Node[]; scope: Scope | null; view: View; at: string }): ReactNode {
  const lang = useLanguage()
  const drawBody = useCallback((inner: View) => drawNodes(nodes, scope, inner), [nodes, scope])
  const current = useMemo(() => (view.lang === lang ? view : { ...view, lang }), [view, lang])
  return (
    <ViewContext value={current}>
      <QueryErrorBoundary at={at} view={current} draw={drawBody} />
    </ViewContext>
  )
}

/** Queries that no node waits for: the whole body does. */
function drawGated(names: readonly string[], body: readonly Node[], view: View): ReactNode {
  const [name, ...rest] = names
  if (name === undefined) return drawNodes(body, null, view)
  return <AwaitBody name={name} at="body" view={view} draw={(inner) => drawGated(rest, body, inner)} />
}

const limits = new WeakMap<Screen, string | null>()
function limitOf(screen: Screen): string | null {
  let known = limits.get(screen)
  if (known === undefined) limits.set(screen, (known = tooLarge(screen)))
  return known
}

const wholes = new WeakMap<Screen, readonly string[]>()
function queriesAwaitedByBody(screen: Screen): readonly string[] {
  let known = wholes.get(screen)
  if (!known) {
    const needed = new Set<string>()
    collectNeeds(nodesOf(screen), needed)
    wholes.set(screen, (known = Object.keys(screen.queries).filter((name) => !needed.has(name))))
  }
  return known
}

function collectNeeds(nodes: readonly Node[], into: Set<string>): void {
  for (const node of nodes) {
    if (node.waitFor !== undefined) into.add(node.waitFor)
    for (const told of node.showErrorOf ?? []) into.add(told)
    for (const slot of Object.values(node.slots ?? {})) collectNeeds(slot, into)
    if (node.fallback) collectNeeds([node.fallback], into)
    collectNeeds(node.loading ?? [], into)
    for (const handler of Object.values(node.on ?? {})) for (const step of handler) for (const slot of Object.values(step.slots ?? {})) collectNeeds(slot, into)
  }
}
