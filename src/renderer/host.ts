import { createContext, useContext, type ComponentType } from 'react'
import type { Action, ActionContext } from '../core/action.ts'
import type { Env, Scope } from '../core/evaluate.ts'
import type { Json } from '../core/program.ts'
import type { CallFailure } from '../core/result.ts'
import type { Language } from '../state/language.ts'
import type { ScreenState } from '../state/screen.ts'
import type { Plan, Widget } from './plan.ts'

/** What stands where something is not there. */
export interface Placeholders {
  loading: ComponentType
  failed: ComponentType<{ failure: CallFailure; retry: () => Promise<void> }>
  empty: ComponentType
  /** A mark above content that is old and could not be refreshed. */
  stale: ComponentType
  /** A node that cannot be drawn and has no fallback; `at` names its place in the screen. */
  broken: ComponentType<{ at: string; widget: string; why: 'unknown' | 'failed' | 'tooLarge' }>
}

/** What the renderer draws with; the app gives it, a test its own. */
export interface Host {
  widgets: Readonly<Record<string, Widget>>
  actions: Readonly<Record<string, Action>>
  placeholders: Placeholders
  /** The operator's configuration. */
  config: Readonly<Record<string, Json>>
  /** What actions may do, for steps of this view and in this scope. */
  act(view: View, scope: Scope | null): ActionContext
  /** Told of every fault that the reader was spared. `at` names the place. */
  report: (error: unknown, at: string) => void
}

export interface NodeProps {
  plan: Plan
  scope: Scope | null
  view: View
}

/** The components that nodes are drawn by where a plain element does not do. */
export interface NodeComponents {
  Live: ComponentType<NodeProps>
  Handled: ComponentType<NodeProps>
  Repeat: ComponentType<NodeProps>
  Needs: ComponentType<NodeProps>
  Told: ComponentType<Omit<NodeProps, 'scope'>>
}

/** One screen as it is drawn now. A change of language makes a different one, and with it everything is drawn again. */
export interface View {
  host: Host
  screen: ScreenState
  env: Env
  lang: Language
  kit: NodeComponents
  /** Something in here failed: each node stands in a boundary of its own. */
  isolateErrors: boolean
}

export const HostContext = createContext<Host | null>(null)
export const ViewContext = createContext<View | null>(null)

export function useHost(): Host {
  const host = useContext(HostContext)
  if (!host) throw new Error('A screen is drawn inside a HostContext.')
  return host
}

export function useView(): View {
  const view = useContext(ViewContext)
  if (!view) throw new Error('This widget is drawn inside a screen.')
  return view
}
