import type { Diagnostic, Edit } from '../source/findings/diagnostics.ts'
import type { Files } from '../source/source.ts'
import { applyEdits } from './edits.ts'

export interface Fixed {
  files: ReadonlyMap<string, string>
  /** Paths of the changed files. */
  changed: string[]
  /** Applied fixes with their lines. */
  done: { file: string; line: number; title: string }[]
  /** Fixes rejected because they would add findings. */
  rejected: Diagnostic[]
  /** Fixes left out because they remove content. */
  removals: Diagnostic[]
  diagnostics: readonly Diagnostic[]
}

const MAX_ROUNDS = 20

/**
 * Applies fixes that do not overlap, checks again, and so on until there is none left. A round that brings new findings is
 * repeated fix by fix, and a fix that adds findings is discarded. Syntax fixes are applied first: other findings in a file
 * are known only after it parses. Fixes that remove content are applied only with `remove`.
 */
export function fixProject(
  before: Files,
  check: (files: Files) => readonly Diagnostic[],
  isIncluded: (file: string) => boolean = () => true,
  remove = false,
): Fixed {
  let files: ReadonlyMap<string, string> = before
  let diagnostics = check(files)
  const done: Fixed['done'] = []
  const refused = new Map<string, Diagnostic>()
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const open = diagnostics.filter(
      (diagnostic) =>
        diagnostic.fix &&
        (remove || diagnostic.fix.removes !== true) &&
        isIncluded(diagnostic.file) &&
        !refused.has(keyOf(diagnostic)),
    )
    const syntax = open.filter((diagnostic) => diagnostic.rule === SYNTAX)
    const chosen = nonOverlapping(syntax.length > 0 ? syntax : open)
    if (chosen.length === 0) break
    const together = applyFixes(files, chosen, check)
    if (
      onlyRemovesFindings(diagnostics, together.diagnostics) ||
      isImprovement(diagnostics, together.diagnostics, syntax.length > 0)
    ) {
      ;({ files, diagnostics } = together)
      recordDone(chosen)
      continue
    }
    for (const fix of chosen) {
      // An earlier fix has moved the ranges, so the finding is searched again.
      const current = diagnostics.find((other) => other.fix && keyOf(other) === keyOf(fix))
      if (!current) continue
      const alone = applyFixes(files, [current], check)
      if (isImprovement(diagnostics, alone.diagnostics, current.rule === SYNTAX, current)) {
        ;({ files, diagnostics } = alone)
        recordDone([current])
      } else refused.set(keyOf(current), current)
    }
  }
  function recordDone(all: readonly Diagnostic[]): void {
    for (const { file, line, fix } of all) done.push({ file, line, title: fix?.title ?? '' })
  }
  return {
    files,
    changed: [...files].flatMap(([file, text]) => (before.get(file) === text ? [] : [file])),
    done,
    rejected: [...refused.values()],
    removals: remove
      ? []
      : diagnostics.filter((diagnostic) => diagnostic.fix?.removes === true && isIncluded(diagnostic.file)),
    diagnostics,
  }
}

/** The same finding before and after an edit elsewhere in the file. */
const keyOf = ({ rule, file, path, message }: Diagnostic): string => `${rule}\n${file}\n${path}\n${message}`

/** Fewer findings, and no new one. */
function onlyRemovesFindings(before: readonly Diagnostic[], after: readonly Diagnostic[]): boolean {
  const known = new Set(before.map(keyOf))
  return after.length < before.length && after.every((diagnostic) => known.has(keyOf(diagnostic)))
}

/** Fewer syntax errors; or the fixed finding is gone and the numbers of findings and errors did not grow. */
function isImprovement(
  before: readonly Diagnostic[],
  after: readonly Diagnostic[],
  isSyntax: boolean,
  fixed?: Diagnostic,
): boolean {
  if (isSyntax) return count(after, isOfSyntax) < count(before, isOfSyntax)
  return (
    fixed !== undefined &&
    after.length <= before.length &&
    count(after, isError) <= count(before, isError) &&
    !after.some((diagnostic) => keyOf(diagnostic) === keyOf(fixed))
  )
}

const SYNTAX = 'json-syntax'
const isOfSyntax = (diagnostic: Diagnostic): boolean => diagnostic.rule === SYNTAX
const isError = (diagnostic: Diagnostic): boolean => diagnostic.severity === 'error'
const count = (all: readonly Diagnostic[], test: (one: Diagnostic) => boolean): number => all.filter(test).length

const editsOf = ({ file, fix }: Diagnostic): { file: string; edit: Edit }[] =>
  (fix?.edits ?? []).map(({ file: other, ...edit }) => ({ file: other ?? file, edit }))

/** The first of each group of overlapping fixes. */
function nonOverlapping(all: readonly Diagnostic[]): Diagnostic[] {
  const accepted = new Map<string, Edit[]>()
  return all.filter((diagnostic) => {
    const edits = editsOf(diagnostic)
    const clash = edits.some(({ file, edit }) =>
      (accepted.get(file) ?? []).some((other) => edit.start <= other.end && other.start <= edit.end),
    )
    if (clash) return false
    for (const { file, edit } of edits) accepted.set(file, [...(accepted.get(file) ?? []), edit])
    return true
  })
}

function applyFixes(
  files: Files,
  chosen: readonly Diagnostic[],
  check: (files: Files) => readonly Diagnostic[],
): { files: Files; diagnostics: readonly Diagnostic[] } {
  const byFile = new Map<string, Edit[]>()
  for (const { file, edit } of chosen.flatMap(editsOf)) byFile.set(file, [...(byFile.get(file) ?? []), edit])
  const out = new Map(files)
  for (const [file, edits] of byFile) out.set(file, applyEdits(files.get(file) ?? '', edits))
  return { files: out, diagnostics: check(out) }
}
