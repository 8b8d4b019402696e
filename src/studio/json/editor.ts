import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, indentWithTab } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { bracketMatching, codeFolding, foldGutter, foldKeymap, indentOnInput } from '@codemirror/language'
import { forceLinting, linter, lintGutter, lintKeymap, type Diagnostic as Mark } from '@codemirror/lint'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { Annotation, EditorState, type ChangeSpec } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  hoverTooltip,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import { applyFix } from '../model/fixes.ts'
import { EDITABLE } from '../../core/editable.ts'
import { nameCommands, type NameCommand } from '../names/commands.ts'
import { nodeAt, parse, placeAt } from '../model/document.ts'
import { enclosingNode } from '../outline/nodes.ts'
import type { Workspace } from '../model/workspace.ts'
import { complete, describe } from './completion.ts'
import { highlighting, theme } from './theme.ts'

/** Marks a change that comes from the workspace. */
const fromWorkspace = Annotation.define<boolean>()

export interface Editor {
  /** Runs a command of the name at the cursor. */
  run(command: NameCommand): void
  close(): void
}

/** An editor of a file in a shadow root, where its style sheets need no permission of the page's policy. */
export function createEditor(host: HTMLElement, workspace: Workspace, file: string): Editor {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  root.replaceChildren()
  const container = document.createElement('div')
  container.style.height = '100%'
  root.append(container)

  const runAt = (command: NameCommand): true => {
    void nameCommands[command](workspace, file, view.state.selection.main.head)
    return true
  }
  const view: EditorView = new EditorView({
    root,
    parent: container,
    state: EditorState.create({
      doc: workspace.get().files[file] ?? '',
      extensions: [
        lineNumbers(),
        highlightActiveLine(),
        highlightActiveLineGutter(),
        drawSelection(),
        foldGutter(),
        codeFolding(),
        indentOnInput(),
        bracketMatching(),
        closeBrackets(),
        highlightSelectionMatches(),
        search({ top: true }),
        json(),
        autocompletion({ override: [(context) => complete(context, workspace, file)], icons: false }),
        hoverTooltip((_view, offset) => describe(workspace, file, offset)),
        linter(() => marksOf(workspace, file, view), { delay: 100, needsRefresh: () => true }),
        lintGutter(),
        EditorView.contentAttributes.of({ 'aria-label': `JSON of ${file}`, tabindex: '0' }),
        EditorState.readOnly.of(!EDITABLE.test(file)),
        EditorState.tabSize.of(2),
        keymap.of([
          { key: 'Mod-z', run: () => (workspace.undo(), true) },
          { key: 'Mod-Shift-z', run: () => (workspace.redo(), true) },
          { key: 'Mod-y', run: () => (workspace.redo(), true) },
          { key: 'F12', run: () => runAt('definition') },
          { key: 'Shift-F12', run: () => runAt('uses') },
          { key: 'F2', run: () => runAt('rename') },
          ...closeBracketsKeymap,
          ...defaultKeymap,
          ...searchKeymap,
          ...foldKeymap,
          ...completionKeymap,
          ...lintKeymap,
          indentWithTab,
        ]),
        theme,
        highlighting,
        EditorView.updateListener.of((update) => {
          const isOwn = !update.transactions.some((one) => one.annotation(fromWorkspace) === true)
          if (update.docChanged && isOwn)
            workspace.edit('Edit the JSON', { [file]: update.state.doc.toString() }, `json ${file}`)
          if (update.selectionSet && isOwn && update.view.hasFocus) {
            const place = placeAt(update.state.doc.toString(), update.state.selection.main.head)
            const selected = enclosingNode(update.state.doc.toString(), place)
            if (selected !== workspace.get().selected) workspace.set({ selected })
          }
        }),
      ],
    }),
  })

  let { diagnostics, selected } = workspace.get()
  const reveal = (): void => {
    const node = nodeAt(parse(view.state.doc.toString()), workspace.get().selected)
    if (!node || workspace.get().selected === '') return
    view.dispatch({
      selection: { anchor: node.offset },
      effects: EditorView.scrollIntoView(node.offset, { y: 'center' }),
      annotations: fromWorkspace.of(true),
    })
  }
  const revealRange = (): void => {
    const { reveal: range } = workspace.get()
    if (range?.file !== file) return
    const limit = (offset: number): number => Math.min(offset, view.state.doc.length)
    view.dispatch({
      selection: { anchor: limit(range.start), head: limit(range.end) },
      effects: EditorView.scrollIntoView(limit(range.start), { y: 'center' }),
    })
    view.focus()
    workspace.set({ reveal: null })
  }
  const stop = workspace.watch(() => {
    const state = workspace.get()
    const text = state.files[file]
    if (text !== undefined && text !== view.state.doc.toString())
      view.dispatch({ changes: difference(view.state.doc.toString(), text), annotations: fromWorkspace.of(true) })
    if (state.diagnostics !== diagnostics) {
      diagnostics = state.diagnostics
      forceLinting(view)
    }
    if (state.selected !== selected) {
      selected = state.selected
      if (!view.hasFocus) reveal()
    }
    if (state.reveal !== null) revealRange()
  })
  reveal()
  revealRange()
  return {
    run: (command) => runAt(command),
    close() {
      stop()
      view.destroy()
    },
  }
}

/** The smallest replacement that turns one text into another: the cursor and the folds stay. */
export function difference(before: string, after: string): ChangeSpec {
  let start = 0
  const shorter = Math.min(before.length, after.length)
  while (start < shorter && before[start] === after[start]) start += 1
  let end = 0
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) }
}

function marksOf(workspace: Workspace, file: string, view: EditorView): Mark[] {
  const { doc } = view.state
  const offset = (line: number, column: number): number =>
    Math.min(doc.length, doc.line(Math.min(line, doc.lines)).from + column - 1)
  return workspace
    .get()
    .diagnostics.filter((one) => one.file === file)
    .map((one): Mark => {
      const { fix } = one
      const from = offset(one.line, one.column)
      return {
        from,
        to: Math.max(from, offset(one.endLine, one.endColumn)),
        severity: one.severity,
        source: one.rule,
        message: one.suggestion === undefined ? one.message : `${one.message} ${one.suggestion}`,
        ...(fix && { actions: [{ name: fix.title, apply: () => applyFix(workspace, file, fix) }] }),
      }
    })
}
