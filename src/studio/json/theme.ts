import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

/** The editor in the colours of the tokens: it follows the theme of the page. */
export const theme = EditorView.theme({
  '&': { height: '100%', fontSize: '12.5px', color: 'var(--text)', backgroundColor: 'var(--bg)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.55' },
  '.cm-content': { caretColor: 'var(--gold)' },
  '.cm-cursor': { borderLeftColor: 'var(--gold)' },
  '.cm-gutters': { backgroundColor: 'var(--bg)', color: 'var(--text-muted)', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'color-mix(in srgb, var(--gold) 7%, transparent)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--gold) 26%, transparent)',
  },
  '.cm-selectionMatch, .cm-searchMatch': { backgroundColor: 'var(--gold-soft)' },
  '.cm-matchingBracket': { backgroundColor: 'var(--surface-pressed)', outline: '1px solid var(--line-strong)' },
  '.cm-foldPlaceholder': {
    backgroundColor: 'var(--surface-raised)',
    border: '1px solid var(--line-strong)',
    color: 'var(--text-muted)',
  },
  '.cm-tooltip, .cm-panels': {
    backgroundColor: 'var(--surface-raised)',
    color: 'var(--text)',
    border: '1px solid var(--line-strong)',
    borderRadius: '8px',
    fontFamily: 'var(--font)',
  },
  '.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--font-mono)', maxHeight: '16em' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--gold-fill)', color: 'var(--on-gold)' },
  '.cm-completionDetail': { color: 'inherit', opacity: '0.8', fontStyle: 'normal', marginLeft: '1em' },
  '.cm-completionInfo': { maxWidth: '320px', padding: '8px 10px' },
  '.cm-diagnostic': { padding: '6px 10px', maxWidth: '460px' },
  '.cm-diagnostic-error': { borderLeft: '3px solid var(--danger)' },
  '.cm-diagnostic-warning': { borderLeft: '3px solid var(--warning)' },
  '.cm-diagnosticAction': {
    display: 'block',
    marginTop: '6px',
    marginLeft: '0',
    padding: '3px 8px',
    borderRadius: '5px',
    backgroundColor: 'var(--gold-fill)',
    color: 'var(--on-gold)',
    font: 'inherit',
    cursor: 'pointer',
  },
  '.cm-diagnosticSource': { color: 'var(--text-muted)', opacity: '1' },
  '.cm-hover': { padding: '8px 10px', maxWidth: '420px', whiteSpace: 'pre-wrap' },
  '.cm-textfield': { color: 'inherit', backgroundColor: 'var(--surface)', borderColor: 'var(--line-strong)' },
  '.cm-button': { color: 'inherit', background: 'var(--surface-raised)', borderColor: 'var(--line-strong)' },
})

export const highlighting = syntaxHighlighting(
  HighlightStyle.define([
    { tag: tags.propertyName, color: 'var(--info)' },
    { tag: tags.string, color: 'var(--studio-string, var(--gold))' },
    { tag: [tags.number, tags.bool, tags.null], color: 'var(--warning)' },
    { tag: [tags.brace, tags.squareBracket, tags.separator], color: 'var(--text-muted)' },
  ]),
)
