import type { Diagnostic } from '../compiler/protocol.ts'
import type { Workspace } from './workspace.ts'

const LOCALE = /^locales\/([^/]+)\.json$/

/** Problems with one cause in several languages: the first one, and the languages of the others. */
export interface ProblemGroup {
  first: Diagnostic
  /** Languages of the others. */
  others: readonly string[]
}

/** Joins the problems of one text that differ by the language alone. */
export function groupProblems(diagnostics: readonly Diagnostic[]): ProblemGroup[] {
  const groups = new Map<string, { first: Diagnostic; others: string[] }>()
  for (const one of diagnostics) {
    const language = LOCALE.exec(one.file)?.[1]
    const key =
      language === undefined || !isOfText(one)
        ? `${one.file}:${one.line}:${one.column}:${one.rule}:${one.message}`
        : `${one.rule}:${one.path}:${one.message}`
    const group = groups.get(key)
    if (!group) groups.set(key, { first: one, others: [] })
    else if (language !== undefined) group.others.push(language)
  }
  return [...groups.values()]
}

/** A problem of one text, which the table of texts shows in its row. */
const isOfText = ({ file, path, rule }: Diagnostic): boolean =>
  LOCALE.test(file) && path !== '' && rule !== 'json-syntax' && rule !== 'duplicate-key'

/** Shows where a problem is: a text in the table of texts, else a place of a file. */
export function showProblem(workspace: Workspace, problem: Diagnostic): void {
  if (isOfText(problem)) workspace.set({ view: 'texts', textKey: problem.path })
  else workspace.openFile(problem.file, problem.path)
}
