import { createContext, useContext } from 'react'
import { useStore } from './store.ts'
import type { Workspace } from './workspace.ts'
import type { WorkspaceState } from './workspaceState.ts'

const Context = createContext<Workspace | null>(null)
export const WorkspaceProvider = Context.Provider

/** Returns the workspace. Throws outside of its provider. */
export function useWorkspace(): Workspace {
  const workspace = useContext(Context)
  if (!workspace) throw new Error('There is no workspace above this component.')
  return workspace
}

/** A part of the workspace's state. */
export const useWorkspaceState = <Part,>(select: (state: WorkspaceState) => Part): Part =>
  useStore(useWorkspace(), select)
