import type { Workspace } from './workspace.ts'
import type { View, WorkspaceState } from './workspaceState.ts'

const VIEWS: readonly View[] = ['screens', 'forms', 'texts', 'reference', 'changes']

type Shown = Pick<WorkspaceState, 'view' | 'open'>

/** Fragment of the page's address for the shown view and file: "#screens/screens/user/about.json". */
export const fragmentOf = ({ view, open }: Shown): string => (open === null ? `#${view}` : `#${view}/${open}`)

/** View and file of a fragment; null for one that names no view. A file that does not exist is not opened. */
export function shownBy(fragment: string, files: WorkspaceState['files']): Shown | null {
  const [name, ...path] = fragment.slice(1).split('/')
  const view = VIEWS.find((view) => view === name)
  const file = path.join('/')
  return view === undefined ? null : { view, open: files[file] === undefined ? null : file }
}

/** Keeps the address in step with what is shown: a reload and a link open it again, and the browser goes back to the file before. */
export function followAddress(workspace: Workspace): () => void {
  function read(): void {
    const shown = shownBy(location.hash, workspace.get().files)
    if (!shown || fragmentOf(shown) === fragmentOf(workspace.get())) return
    if (shown.view === 'screens' && shown.open !== null) workspace.openFile(shown.open)
    else workspace.set({ ...shown, selected: '' })
  }
  function write(): void {
    const fragment = fragmentOf(workspace.get())
    if (location.hash !== fragment) history.pushState(null, '', fragment)
  }
  read()
  history.replaceState(null, '', fragmentOf(workspace.get()))
  addEventListener('popstate', read)
  const stop = workspace.watch(write)
  return () => {
    stop()
    removeEventListener('popstate', read)
  }
}
