import type { ChangeSet, Conflict, Present, Publication } from '../api.ts'
import type { Diagnostic, Entry, JsonSchema, SymbolRef } from '../compiler/protocol.ts'
import { emptyHistory, type History, type HistoryEntry } from './history.ts'
import type { MergeDraft } from './saving/mergeDraft.ts'
import type { SavedState } from './saving/saver.ts'

export type View = 'screens' | 'forms' | 'texts' | 'reference' | 'changes'

export interface WorkspaceState {
  author: string
  view: View
  /** The revision that is live, how often its files were replaced, and its source files. */
  revision: string | null
  version: number
  published: Readonly<Record<string, string>>
  /** Current text of each file. */
  files: Readonly<Record<string, string>>
  changeSet: ChangeSet | null
  /** The file in the editor. */
  open: string | null
  /** Path of the selected node in the open file, e.g. "body/0/children/1"; empty for the document. */
  selected: string
  diagnostics: readonly Diagnostic[]
  entries: readonly Entry[]
  schema: JsonSchema | null
  /** Schemas of the fixtures that have been opened, by file. */
  fixtureSchemas: Readonly<Record<string, JsonSchema>>
  checking: boolean
  /** Duration of the last check of the whole catalogue, in milliseconds. */
  milliseconds: number
  history: History
  saved: SavedState
  /** Counts the changes that the compiler has checked: the preview follows it. */
  checks: number
  message: { tone: 'info' | 'error'; text: string; undoes?: HistoryEntry; revert?: () => void } | null
  /** A range that the editor shows next. */
  reveal: { file: string; start: number; end: number } | null
  /** The file whose authors are shown. */
  historyOf: string | null
  /** Other authors who have the change set open. */
  others: readonly Present[]
  /** Who changes a file in another change set, by file. */
  elsewhere: Readonly<Record<string, string>>
  /** Files of the change set that were published with other changes at the same paths, and the publication. */
  liveConflicts: readonly Conflict[]
  publication: Publication | null
  /** The choice between two authors is put off: it is asked for again when there is another one. Its files, one a line. */
  choosesLater: string
  /** Merges by hand that are not saved, by file. */
  mergeDrafts: Readonly<Record<string, MergeDraft>>
  /** A publication of this page is under way. */
  isPublishing: boolean
  /** Another change set is being opened: what is typed now would be lost. */
  isSwitching: boolean
  /** The saved state of the open screen whose form is shown. */
  editedFixture: string | null
  /** The text whose row the table shows, and the one that is edited in all languages. */
  shownText: string | null
  editedText: string | null
  /** The name whose uses are shown. */
  named: { symbol: SymbolRef; purpose: 'uses' | 'rename' } | null
}

/** The results of the compiler before it has read a change set. */
export const notRead = {
  diagnostics: [],
  schema: null,
  fixtureSchemas: {},
  checking: true,
  checks: 0,
} as const satisfies Partial<WorkspaceState>

/** The state before anything is loaded. */
export const initialState: WorkspaceState = {
  author: '',
  view: 'screens',
  revision: null,
  version: 0,
  published: {},
  files: {},
  changeSet: null,
  open: null,
  selected: '',
  ...notRead,
  entries: [],
  milliseconds: 0,
  history: emptyHistory,
  saved: { status: 'saved', conflicts: {} },
  message: null,
  reveal: null,
  historyOf: null,
  others: [],
  elsewhere: {},
  liveConflicts: [],
  publication: null,
  choosesLater: '',
  mergeDrafts: {},
  isPublishing: false,
  isSwitching: false,
  editedFixture: null,
  shownText: null,
  editedText: null,
  named: null,
}
