import { CornerUpLeft, ListTree, TextCursorInput } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useWorkspace, useWorkspaceState } from '../model/context.tsx'
import { EDITABLE } from '../../engine/language/editable.ts'
import { IconButton } from '../ui/ui.tsx'
import css from './EditorPane.module.css'
import { createEditor, type Editor } from './editor.ts'

const COMMANDS = [
  { command: 'definition', label: 'Go to the definition', key: 'F12', icon: CornerUpLeft },
  { command: 'uses', label: 'Find uses', key: 'Shift+F12', icon: ListTree },
  { command: 'rename', label: 'Rename everywhere', key: 'F2', icon: TextCursorInput },
] as const

/** The JSON of the open file. */
export function EditorPane(): ReactNode {
  const open = useWorkspaceState((state) => state.open)
  return open === null ? null : <CodeEditor key={open} file={open} />
}

function CodeEditor({ file }: { file: string }): ReactNode {
  const workspace = useWorkspace()
  const host = useRef<HTMLDivElement>(null)
  const current = useRef<Editor | null>(null)
  const [typed, setTyped] = useState('')
  const isMissing = useWorkspaceState((state) => state.files[file] === undefined)
  useEffect(() => {
    if (!host.current || isMissing) return undefined
    const editor: Editor = createEditor(host.current, workspace, file, { onType: setTyped })
    current.current = editor
    return () => {
      current.current = null
      editor.close()
    }
  }, [workspace, file, isMissing])
  return (
    <div className={css.pane}>
      <div className={css.head}>
        <span className={css.path} title={file}>
          {file}
        </span>
        {!EDITABLE.test(file) && <span className={css.about}>for reading</span>}
        <div role="toolbar" aria-label="The name at the cursor" className={css.tools}>
          {COMMANDS.map(({ command, label, key, icon: Icon }) => (
            <IconButton key={command} label={`${label} (${key})`} onClick={() => current.current?.run(command)}>
              <Icon size={14} aria-hidden />
            </IconButton>
          ))}
        </div>
      </div>
      {isMissing ? (
        <p className={css.empty}>This file is deleted.</p>
      ) : (
        <div ref={host} data-code-editor className={css.host} />
      )}
      {!isMissing && (
        <output className={css.typed} aria-label="The type at the cursor" aria-live="off">
          {typed}
        </output>
      )}
    </div>
  )
}
