import type { Range, Source } from './source.ts'

export type Severity = 'error' | 'warning'

/** A rule: its name is what people search for, its one line is what the rule table says. */
export interface Rule {
  name: string
  severity: Severity
  doc: string
}

export interface Edit extends Range {
  text: string
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
}

export interface Finding {
  at: Range
  path?: string
  message: string
  suggestion?: string
}

/** Collects what is wrong with one file. */
export class Reporter {
  readonly diagnostics: Diagnostic[] = []
  constructor(readonly source: Source) {}

  report(rule: Rule, { at, path = '', message, suggestion }: Finding): void {
    const from = this.source.position(at.start)
    const to = this.source.position(Math.max(at.end, at.start + 1))
    this.diagnostics.push({
      rule: rule.name, severity: rule.severity, file: this.source.file, line: from.line, column: from.column,
      endLine: to.line, endColumn: to.column, path, message, ...(suggestion === undefined ? {} : { suggestion }),
    })
  }
}

export function compareDiagnostics(a: Diagnostic, b: Diagnostic): number {
  return (
    (a.file < b.file ? -1 : a.file > b.file ? 1 : 0) || a.line - b.line || a.column - b.column ||
    (a.rule < b.rule ? -1 : a.rule > b.rule ? 1 : 0) || (a.message < b.message ? -1 : a.message > b.message ? 1 : 0)
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
