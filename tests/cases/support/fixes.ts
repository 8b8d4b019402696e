import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Diagnostic, Edit } from '../../../codegen/compiler/source/findings/diagnostics.ts'
import { applyEdits } from '../../../codegen/compiler/fix/edits.ts'
import { fixProject } from '../../../codegen/compiler/fix/apply.ts'
import type { Files } from '../../../codegen/compiler/source/source.ts'

/** The project of a case with its findings. */
export interface Checked {
  path: string
  files: Files
  diagnostics: readonly Diagnostic[]
}

const keyOf = ({ rule, file, path, message }: Diagnostic): string => `${rule} ${file} ${path} ${message}`
/** Number of equal findings: one position less is one finding less. */
const count = (all: readonly Diagnostic[], key: string): number =>
  all.filter((diagnostic) => keyOf(diagnostic) === key).length

/** One file of the small project, before and after; or a text that is added to every language and stays or is deleted. */
interface Case {
  about: string
  file: string
  from?: string
  to?: string
  more?: Record<string, string>
  add?: string
  stays?: boolean
}
const cases = JSON.parse(readFileSync(join(import.meta.dirname, '../fixes.json'), 'utf8')) as Case[]

/** Tests the fixes of all findings, and those of fixes.json in the small project `base`. */
export function testFixes(
  projects: readonly Checked[],
  base: Files,
  check: (files: Files) => readonly Diagnostic[],
): void {
  const fixes = projects.flatMap(({ path, files, diagnostics }) =>
    diagnostics
      .filter((diagnostic) => diagnostic.fix)
      .map((diagnostic) => ({
        name: `${path} ${diagnostic.rule}:${diagnostic.line}:${diagnostic.column}`,
        files,
        diagnostics,
        one: diagnostic,
      })),
  )
  test('many fixes of many rules are tried', () => {
    const rules = new Set(fixes.map(({ one }) => one.rule))
    expect(fixes.length).toBeGreaterThan(45)
    expect(rules.size).toBeGreaterThan(20)
  })

  describe('a fix corrects its finding and adds no other', () => {
    test.each(fixes)('$name', ({ files, diagnostics, one }) => {
      const byFile = new Map<string, Edit[]>()
      for (const { file = one.file, ...edit } of one.fix?.edits ?? [])
        byFile.set(file, [...(byFile.get(file) ?? []), edit])
      const after = new Map(files)
      for (const [file, edits] of byFile) after.set(file, applyEdits(files.get(file) ?? '', edits))
      const remaining = check(after)
      expect(count(remaining, keyOf(one))).toBeLessThan(count(diagnostics, keyOf(one)))
      // A part skipped because of a wrong name or a syntax error may contain further findings: in the same object, or below it.
      const isReveal = one.rule === 'json-syntax' || one.fix?.title.startsWith('Replace ') === true
      const scope = ['json-syntax', 'unknown-call', 'unknown-query'].includes(one.rule)
        ? ''
        : one.path.split('/').slice(0, -1).join('/')
      const isBelow = (other: Diagnostic): boolean =>
        isReveal &&
        other.file === one.file &&
        (scope === '' || other.path === scope || other.path.startsWith(`${scope}/`))
      // The same difference of other languages was one finding with it.
      const isOfSameCause = (other: Diagnostic): boolean =>
        other.rule === one.rule && one.rule === 'translation-arguments'
      expect(
        remaining
          .filter(
            (other) =>
              count(remaining, keyOf(other)) > count(diagnostics, keyOf(other)) &&
              !isBelow(other) &&
              !isOfSameCause(other),
          )
          .map(keyOf),
      ).toEqual([])
    })
  })

  describe('all fixes of a project together', () => {
    test.each(projects.filter(({ diagnostics }) => diagnostics.some((diagnostic) => diagnostic.fix)))(
      '$path',
      ({ files, diagnostics }) => {
        const {
          files: after,
          done,
          rejected: refused,
          diagnostics: remaining,
        } = fixProject(files, check, undefined, true)
        expect(done.length + refused.length).toBeGreaterThan(0)
        expect(check(after)).toEqual(remaining)
        expect(remaining.filter((diagnostic) => diagnostic.severity === 'error').length).toBeLessThanOrEqual(
          diagnostics.filter((diagnostic) => diagnostic.severity === 'error').length,
        )
        expect(
          remaining.filter(
            (diagnostic) => diagnostic.fix && !refused.some((other) => keyOf(other) === keyOf(diagnostic)),
          ),
        ).toEqual([])
      },
    )
  })

  describe('the output of a fix', () => {
    test('there are cases', () => expect(cases.length).toBeGreaterThan(10))

    test.each(cases)('$about', ({ file, from, to, more = {}, add, stays }) => {
      const files = new Map([...base, ...Object.entries(more)])
      if (add !== undefined)
        for (const [path, text] of base)
          if (path.startsWith('locales/')) files.set(path, text.replace('{', `{ "${add}": "Spare",`))
      if (from !== undefined) files.set(file, from)
      const fixed = fixProject(files, check, undefined, true)
      if (add === undefined) expect(fixed.files.get(file)).toBe(to)
      else
        for (const [path, text] of fixed.files)
          if (path.startsWith('locales/')) expect(text.includes(`"${add}"`), path).toBe(stays)
    })
  })
}
