import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fixProject } from '../compiler/fix/apply.ts'
import { isFailing } from '../compiler/source/findings/diagnostics.ts'
import { productCompiler } from '../product.ts'
import type { CliResult } from './result.ts'
import { loadProject } from './load.ts'
import { unknownPath, type Options } from './options.ts'
import { counts, countsInWords, isSelected, isShown, countOf } from './report/counts.ts'
import { unifiedDiff } from './report/diff.ts'
import { pretty } from './report/pretty.ts'

/** Applies the certain fixes, those that remove content only with --remove; prints them and the remaining findings. */
export function runFix(options: Options, colour: boolean): CliResult {
  const before = loadProject(options.root)
  const unknown = unknownPath(options, before)
  if (unknown !== undefined) return { out: `${unknown}\n`, status: 2 }
  const compiler = productCompiler()
  const fixed = fixProject(
    before,
    (files) => compiler.check(files).diagnostics,
    (file) => isSelected(options, file),
    options.flags.remove,
  )
  const diagnostics = fixed.diagnostics.filter((diagnostic) => isShown(options, diagnostic))
  const remaining = counts(diagnostics)
  const status = diagnostics.some(isFailing) ? 1 : 0
  if (!options.flags['dry-run'])
    for (const file of fixed.changed) writeFileSync(join(options.root, file), fixed.files.get(file) ?? '')
  if (options.flags.json)
    return {
      out: `${JSON.stringify({ fixed: fixed.done, files: fixed.changed, removals: fixed.removals.length, diagnostics, stats: remaining }, null, 2)}\n`,
      status,
    }
  const notes = options.flags['dry-run']
    ? fixed.changed.map((file) => unifiedDiff(file, before.get(file) ?? '', fixed.files.get(file) ?? '', colour))
    : fixed.done.map(({ file, line, title }) => `${file}:${line} ${title}\n`)
  const refused =
    fixed.rejected.length === 0
      ? ''
      : `${countOf(fixed.rejected.length, 'fix')} not kept: more would be wrong after ${fixed.rejected.length === 1 ? 'it' : 'them'}.\n`
  const removals =
    fixed.removals.length === 0
      ? ''
      : `${countOf(fixed.removals.length, 'fix')} not applied: ${fixed.removals.length === 1 ? 'it removes' : 'they remove'} what is written. See ${fixed.removals.length === 1 ? 'it' : 'them'} with --fix --remove --dry-run.\n`
  const head = `${options.flags['dry-run'] ? 'Would put right' : 'Put right'}: ${countOf(fixed.done.length, 'finding')} in ${countOf(fixed.changed.length, 'file')}. Left: ${countsInWords(remaining)}.\n`
  return {
    out: `${notes.join('')}${notes.length > 0 ? '\n' : ''}${pretty(diagnostics, fixed.files, colour)}${diagnostics.length > 0 ? '\n' : ''}${refused}${removals}${head}`,
    status,
  }
}
