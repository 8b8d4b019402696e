import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap } from '@codemirror/commands'
import { EditorState } from '@codemirror/state'
import { EditorView, drawSelection, keymap, tooltips } from '@codemirror/view'
import { useEffect, useRef, type ReactNode } from 'react'
import { completeExpression } from '../json/completion.ts'
import { difference } from '../json/slice.ts'
import { theme } from '../json/theme.ts'
import { useWorkspace } from '../model/context.tsx'
import type { Place } from '../model/document.ts'
import { useInvalid } from '../problems/FieldProblems.tsx'
import css from './Inspector.module.css'

/** The list of names is not wider than the panel, and the sentence of a name is below it in a narrow window. */
const narrowList = EditorView.theme({
  '.cm-tooltip-autocomplete': { maxWidth: '360px' },
  '.cm-tooltip-autocomplete > ul': { maxWidth: '360px' },
})

interface Props {
  label: string
  value: string
  /** The path of the expression in the open file: the names in scope there are offered. */
  file: string
  place: Place
  onChange: (value: string) => void
}

/** An expression with the names that are in scope, each with its type; the same completion as in the JSON. */
export function ExpressionField({ label, value, file, place, onChange }: Props): ReactNode {
  const workspace = useWorkspace()
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | null>(null)
  const { attributes, words } = useInvalid()
  const isInvalid = attributes['aria-invalid']
  const given = useRef({ value, onChange, words, isInvalid })
  useEffect(() => {
    const hasOtherMarks = given.current.words !== words || given.current.isInvalid !== isInvalid
    given.current = { value, onChange, words, isInvalid }
    const editor = view.current
    if (hasOtherMarks) editor?.dispatch({})
    const text = editor?.state.doc.toString() ?? value
    if (!editor || text === value) return
    // An empty field gets the leading "=" by itself.
    const isMarked = value === `=${text}`
    const head = editor.state.selection.main.head
    editor.dispatch({ changes: difference(text, value), ...(isMarked && { selection: { anchor: head + 1 } }) })
  })
  useEffect(() => {
    if (!host.current) return undefined
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' })
    root.replaceChildren()
    const editor = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: given.current.value,
        extensions: [
          drawSelection(),
          closeBrackets(),
          EditorView.lineWrapping,
          tooltips({ position: 'fixed' }),
          autocompletion({
            icons: false,
            override: [(context) => completeExpression(context, workspace, file, place)],
          }),
          EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
          // The sentences are outside of the shadow root, where no id leads.
          EditorView.contentAttributes.of((): Record<string, string> => {
            const now = given.current
            return {
              ...(now.isInvalid && { 'aria-invalid': 'true' }),
              ...(now.words !== '' && { 'aria-description': now.words }),
            }
          }),
          // An expression is one line: Enter chooses a completion, or does nothing.
          EditorState.transactionFilter.of((transaction) => (transaction.newDoc.lines > 1 ? [] : transaction)),
          keymap.of([
            { key: 'Mod-z', run: () => (workspace.undo(), true) },
            { key: 'Mod-Shift-z', run: () => (workspace.redo(), true) },
            ...closeBracketsKeymap,
            ...completionKeymap,
            ...defaultKeymap,
          ]),
          theme,
          narrowList,
          EditorView.updateListener.of((update) => {
            const text = update.state.doc.toString()
            if (update.docChanged && text !== given.current.value) given.current.onChange(text)
          }),
        ],
      }),
    })
    view.current = editor
    return () => {
      view.current = null
      editor.destroy()
    }
  }, [workspace, file, place, label])
  return <div ref={host} className={css.expressionHost} data-invalid={isInvalid} />
}
