import { useEffect, useRef, type ReactNode } from 'react'
import { useWorkspace, useWorkspaceState } from '../model/context.tsx'
import css from './EditorPane.module.css'
import { createEditor, type Editor } from './editor.ts'

/** The JSON of the open file. */
export function EditorPane(): ReactNode {
  const open = useWorkspaceState((state) => state.open)
  return open === null ? (
    <div className={css.empty}>
      <p>Choose a screen, a part, a form or the texts of a language.</p>
      <p>Problems are shown as you type; nothing reaches users before it is published.</p>
    </div>
  ) : (
    <CodeEditor key={open} file={open} />
  )
}

function CodeEditor({ file }: { file: string }): ReactNode {
  const workspace = useWorkspace()
  const host = useRef<HTMLDivElement>(null)
  const isMissing = useWorkspaceState((state) => state.files[file] === undefined)
  useEffect(() => {
    if (!host.current || isMissing) return undefined
    const editor: Editor = createEditor(host.current, workspace, file)
    return () => editor.close()
  }, [workspace, file, isMissing])
  return (
    <div className={css.pane}>
      <div className={css.path}>{file}</div>
      {isMissing ? <p className={css.empty}>This file is deleted.</p> : <div ref={host} className={css.host} />}
    </div>
  )
}
