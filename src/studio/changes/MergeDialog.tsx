import { json } from '@codemirror/lang-json'
import { MergeView } from '@codemirror/merge'
import { EditorState } from '@codemirror/state'
import { EditorView, lineNumbers } from '@codemirror/view'
import { useEffect, useRef, type ReactNode } from 'react'
import { highlighting, theme } from '../json/theme.ts'
import { Actions, Button, Dialog, Hint } from '../ui/ui.tsx'
import css from './ChangesView.module.css'
import { diffTheme } from './diffTheme.ts'

interface Props {
  path: string
  mine: string
  theirs: string
  /** Whose text is on the left. */
  who: string
  onMerged: (text: string) => void
  /** Leaves both versions as they are. */
  onClose: () => void
}

/** Two versions of a file side by side: the right one is edited, and becomes the merged one. */
export function MergeDialog({ path, mine, theirs, who, onMerged, onClose }: Props): ReactNode {
  const host = useRef<HTMLDivElement>(null)
  const merge = useRef<MergeView | null>(null)
  useEffect(() => {
    if (!host.current) return undefined
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' })
    root.replaceChildren()
    const extensions = [lineNumbers(), json(), theme, diffTheme, highlighting]
    const view = new MergeView({
      root,
      parent: root,
      a: {
        doc: theirs,
        extensions: [
          extensions,
          EditorState.readOnly.of(true),
          EditorView.contentAttributes.of({ 'aria-label': `Version of ${who}`, tabindex: '0' }),
        ],
      },
      b: {
        doc: mine,
        extensions: [extensions, EditorView.contentAttributes.of({ 'aria-label': 'Your version', tabindex: '0' })],
      },
      revertControls: 'a-to-b',
      collapseUnchanged: { margin: 3, minSize: 6 },
    })
    merge.current = view
    return () => view.destroy()
  }, [mine, theirs, who])
  const take = (): void => onMerged(merge.current?.b.state.doc.toString() ?? mine)
  return (
    <Dialog title={`Merge ${path}`} wide onClose={onClose}>
      <Hint>
        {who} has changed this file too. Their version is on the left, yours on the right. The arrows take a change of
        theirs; the right side can be edited.
      </Hint>
      <div ref={host} className={css.merge} />
      <Actions>
        <Button onClick={onClose}>Later</Button>
        <Button onClick={() => onMerged(theirs)}>Take their version</Button>
        <Button look="primary" onClick={take}>
          Save the right side
        </Button>
      </Actions>
    </Dialog>
  )
}
