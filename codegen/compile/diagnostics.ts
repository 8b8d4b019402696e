import type { Range } from './source.ts'

export type Severity = 'error' | 'warning'

/** A rule: its name is the search term, its one line is shown in the rule table. */
export interface Rule {
  name: string
  severity: Severity
  doc: string
  /** Its findings say that something is not used: an error in the same file (`file`) or in any file (`project`) can hide the use. */
  hiddenBy?: 'file' | 'project'
  /** Findings of one file with one message have one cause: they are one finding with the number of places. */
  countsPlaces?: true
  /** Rules whose finding within this reach is the cause of a finding of this rule, which is left out then. */
  follows?: Readonly<Record<string, Reach>>
}

/** `near`: at most three steps of the tree apart; `inside`: in the node, step or query of the cause; `contract`: the cause is in a file of `schemas/`. */
export type Reach = 'near' | 'inside' | 'node' | 'handler' | 'file' | 'contract' | 'project'

/** What findings of one file, of one handler or of the project have in common: they are one finding. */
export interface Cause {
  name: string
  within?: 'handler' | 'project'
  /** What differs between them, as it is written in a sentence. */
  subject?: string
}

/** What a rule reports: one plain sentence, and what to write instead. The functions that make reports are in the file of their rule. */
export interface Report {
  rule: Rule
  message: string
  suggestion?: Suggestion | undefined
  cause?: Cause
  forFix?: FixInput
}

/** What the fix of a finding needs that its message says. */
export interface FixInput {
  /** A name that is no root. */
  unknownName?: string
  /** What stands too much in a text. */
  surplus?: 'blanks at its edges' | 'three dots'
}

/** A name that is missing has one cause in all places of a file. */
export const missingName = (name: string): Cause => ({ name: `missing ${name}` })

/** The same report, with its place before the message. */
export const within = <T extends Report>(place: string, report: T): T => ({
  ...report,
  message: `${place}: ${report.message}`,
})

/** Replacement text for a range of a file. */
export interface Edit extends Range {
  text: string
}

/** An unambiguous fix of a finding. Offsets refer to the file as it was checked. */
export interface Fix {
  /** Title, e.g. 'Replace "Txt" with "Text".' */
  title: string
  edits: readonly FileEdit[]
  /** Whether the fix deletes content that an author wrote: applied only on request. */
  removes?: true
}

/** `file`: where the edit is, when not in the finding's own file. */
export interface FileEdit extends Edit {
  file?: string
}

/** The suggestion: a sentence, optionally with an unambiguous fix. */
export type Suggestion = string | QuickFix

export interface QuickFix {
  sentence: string
  /** The one word of the finding's range to replace. */
  rename?: { from: string; to: string }
  /** What the expression in the finding's range is put into; `literal`: only when it is a number and nothing else. */
  wrap?: { before: string; after: string; literal?: true }
  fix?: Fix
}

export interface Diagnostic {
  rule: string
  severity: Severity
  file: string
  /** 1-based. */
  line: number
  column: number
  endLine: number
  endColumn: number
  /** The place in the tree, e.g. "body/2/props/label". */
  path: string
  /** One plain sentence. */
  message: string
  /** What to write instead, or to do. */
  suggestion?: string
  fix?: Fix
  /** Only until findings are joined (`causes.ts`). */
  cause?: Cause
  /** Only until fixes are made (`fix/fixes.ts`). */
  forFix?: FixInput
}

function compareDiagnostics(a: Diagnostic, b: Diagnostic): number {
  return (
    (a.file < b.file ? -1 : a.file > b.file ? 1 : 0) ||
    a.line - b.line ||
    a.column - b.column ||
    (a.rule < b.rule ? -1 : a.rule > b.rule ? 1 : 0) ||
    (a.message < b.message ? -1 : a.message > b.message ? 1 : 0)
  )
}

/** The same finding reached by two ways (a part used twice) is one finding. */
export function unique(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const seen = new Set<string>()
  return diagnostics.toSorted(compareDiagnostics).filter((one) => {
    const key = `${one.file}:${one.line}:${one.column}:${one.rule}:${one.message}`
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}
