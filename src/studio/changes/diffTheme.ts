import { EditorView } from '@codemirror/view'

/** Colours of added and removed lines, from the tokens. */
export const diffTheme = EditorView.theme({
  '.cm-changedLine, &.cm-merge-b .cm-changedLine': {
    backgroundColor: 'color-mix(in srgb, var(--hero-up) 12%, transparent)',
  },
  '.cm-deletedChunk, &.cm-merge-a .cm-changedLine': {
    backgroundColor: 'color-mix(in srgb, var(--danger) 12%, transparent)',
  },
  '.cm-changedText, .cm-deletedText': { background: 'color-mix(in srgb, var(--gold) 22%, transparent)' },
  '.cm-collapsedLines': {
    backgroundColor: 'var(--surface-raised)',
    backgroundImage: 'none',
    color: 'var(--text-muted)',
    padding: '4px 12px',
  },
})
