import { CodeXml } from 'lucide-react'
import type { ReactNode } from 'react'
import { useWorkspaceState } from '../model/context.tsx'
import { useStore } from '../model/store.ts'
import { hasOutline } from '../outline/Outline.tsx'
import { Button } from '../ui/ui.tsx'
import { codeView, showCode } from './codeView.ts'
import css from './EditorPane.module.css'

/** The title of the open document, and whether its code is shown. */
export function DocumentBar(): ReactNode {
  const open = useWorkspaceState((state) => state.open)
  const entry = useWorkspaceState((state) => state.entries.find(({ file }) => file === state.open))
  const elsewhere = useWorkspaceState((state) => (state.open === null ? undefined : state.elsewhere[state.open]))
  const isShown = useStore(codeView, (state) => state.isShown)
  if (open === null) return <div />
  return (
    <div className={css.document}>
      <h2 title={open}>{entry === undefined ? open : entry.title === '' ? entry.id : entry.title}</h2>
      {elsewhere !== undefined && (
        <output className={css.elsewhere} title={`Changed too by ${elsewhere}`}>
          Changed too by {elsewhere}
        </output>
      )}
      {hasOutline(open) && (
        <Button aria-expanded={isShown} onClick={() => showCode(!isShown)}>
          <CodeXml size={14} aria-hidden />
          {isShown ? 'Hide the code' : 'Show the code'}
        </Button>
      )}
    </div>
  )
}
