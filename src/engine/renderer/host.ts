import { createContext, useContext, type ComponentType } from 'react'
import type { Action, ActionContext } from '../language/action.ts'
import type { Env, Scope } from '../language/expressions/evaluate.ts'
import type { Json } from '../language/expressions/program.ts'
import type { ClaimsRefusal } from '../language/refusalClaims.ts'
import type { CallFailure } from '../language/result.ts'
import type { Client } from '../state/client/client.ts'
import type { Language } from '../state/client/language.ts'
import type { Plan, Widget } from './plan.ts'
import type { ScreenInstance } from './screenInstance.ts'

/** Placeholders for missing content. */
export interface Placeholders {
  loading: ComponentType
  failed: ComponentType<{ failure: CallFailure; retry: () => Promise<void> }>
  empty: ComponentType
  /** A mark above stale content that could not be refreshed. */
  stale: ComponentType<{ updatedAt: number | null }>
  /** A node that cannot be rendered and has no fallback; `at` is its path in the screen. */
  broken: ComponentType<{ at: string; widget: string; why: 'unknown' | 'failed' | 'tooLarge' }>
}

/** The steps of one event, from the first to the last. */
export interface Run {
  /** Key of the session and account mode in which it runs. */
  session: string
  /** Key of the history entry of its screen; null: unknown, or the run has navigated. */
  place: string | null
  /** Refusals that the sender of the event shows itself. */
  claims?: ClaimsRefusal | undefined
  /** The detail of the event. */
  detail?: object | undefined
}

/** The code of widgets in chunks that a screen does not wait for. */
export interface WidgetLoader {
  /** Whether the widget's code exists and is not loaded. */
  isAwaited(name: string): boolean
  /** Rejects when a chunk cannot be loaded. */
  load(names: readonly string[]): Promise<void>
}

/** The renderer's dependencies, supplied by the app or a test. */
export interface Host {
  client: Client
  widgets: Readonly<Record<string, Widget>>
  /** Loads widgets that `widgets` has only then; absent: it has all of them. */
  widgetLoader?: WidgetLoader
  actions: Readonly<Record<string, Action>>
  placeholders: Placeholders
  /** The product's symbol of an id, such as that of a currency; absent: the product has none. */
  Symbol?: ComponentType<{ id: string }> | undefined
  /** The operator's configuration. */
  config: Readonly<Record<string, Json>>
  /** The context of actions, for steps of this view, scope and run. */
  createActionContext(view: View, scope: Scope | null, run: Run): ActionContext
  /** Key of the history entry on display, which layers and other revisions of the screen share; null: unknown, or a navigation has begun. */
  place?(): string | null
  /** Receives every error not shown to the user. `at` is the path. */
  report: (error: unknown, at: string) => void
}

export interface NodeProps {
  plan: Plan
  scope: Scope | null
  view: View
}

/** Components that render nodes where a plain element is not enough. */
export interface NodeComponents {
  ReactiveNode: ComponentType<NodeProps>
  ReactiveInteractiveNode: ComponentType<NodeProps>
  InteractiveNode: ComponentType<NodeProps>
  RepeatedNode: ComponentType<NodeProps>
  AwaitNode: ComponentType<NodeProps>
  QueryNotice: ComponentType<Omit<NodeProps, 'scope'>>
}

/** One screen as it is rendered now. A language change creates a new view, which re-renders everything. */
export interface View {
  host: Host
  screen: ScreenInstance
  /** That of the screen: every expression reads it. */
  env: Env
  lang: Language
  nodeComponents: NodeComponents
  /** Something in the view failed: each node has its own boundary. */
  isolateErrors: boolean
}

export const HostContext = createContext<Host | null>(null)
export const ViewContext = createContext<View | null>(null)

/** Returns the renderer's dependencies. Throws outside of a HostContext. */
export function useHost(): Host {
  const host = useContext(HostContext)
  if (!host) throw new Error('A screen is rendered inside a HostContext.')
  return host
}

/** Returns the view of the screen around the caller. Throws outside of a screen. */
export function useView(): View {
  const view = useContext(ViewContext)
  if (!view) throw new Error('This widget is rendered inside a screen.')
  return view
}
