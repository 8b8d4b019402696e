import { json } from '@codemirror/lang-json'
import { unifiedMergeView } from '@codemirror/merge'
import { EditorState } from '@codemirror/state'
import { EditorView, lineNumbers } from '@codemirror/view'
import { useEffect, useRef, type ReactNode } from 'react'
import { highlighting, theme } from '../json/theme.ts'
import css from './ChangesView.module.css'
import { diffTheme } from './diffTheme.ts'

/** The differences of two texts. */
export function Diff({ before, after, label }: { before: string; after: string; label: string }): ReactNode {
  const host = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!host.current) return undefined
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' })
    root.replaceChildren()
    const container = document.createElement('div')
    container.style.height = '100%'
    root.append(container)
    const view = new EditorView({
      root,
      parent: container,
      state: EditorState.create({
        doc: after,
        extensions: [
          lineNumbers(),
          json(),
          EditorState.readOnly.of(true),
          EditorView.contentAttributes.of({ 'aria-label': `Changes of ${label}`, tabindex: '0' }),
          unifiedMergeView({
            original: before,
            mergeControls: false,
            collapseUnchanged: { margin: 3, minSize: 6 },
          }),
          theme,
          diffTheme,
          highlighting,
        ],
      }),
    })
    return () => view.destroy()
  }, [before, after, label])
  return <div ref={host} className={css.diff} />
}
