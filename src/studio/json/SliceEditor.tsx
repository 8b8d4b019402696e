import { useEffect, useRef, type ReactNode } from 'react'
import { useWorkspace } from '../model/context.tsx'
import type { Place } from '../model/document.ts'
import css from './EditorPane.module.css'
import { createEditor } from './editor.ts'

/** The JSON of the value at a path in a file. */
export function SliceEditor({ file, place }: { file: string; place: Place }): ReactNode {
  const workspace = useWorkspace()
  const host = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!host.current) return undefined
    const editor = createEditor(host.current, workspace, file, { place })
    return () => editor.close()
  }, [workspace, file, place])
  return <div ref={host} className={css.host} />
}
