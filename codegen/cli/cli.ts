import type { CliResult } from './result.ts'
import { realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { productCompiler } from '../product.ts'
import { compare } from './compare.ts'
import { runFix } from './fix.ts'
import { loadProject, type LeftOut } from './load.ts'
import { readOptions, unknownPath, USAGE } from './options.ts'
import type { Options } from './options.ts'
import { runRelease } from './release.ts'
import { counts, countsInWords, isShown, countOf } from './report/counts.ts'
import { pretty } from './report/pretty.ts'
import { sarif } from './report/sarif.ts'
import { isFailing } from '../compiler/source/findings/diagnostics.ts'
import { rules } from '../compiler/rules/index.ts'
import { runWatch } from './watch.ts'

/** Runs the check with the given arguments. Status 1: findings, or a breaking change; 2: invalid arguments. */
export async function run(args: readonly string[], cwd: string, colour: boolean): Promise<CliResult> {
  const options = readOptions(args, cwd)
  if (typeof options === 'string') return { out: `${options}\n\n${USAGE}`, status: 2 }
  if (options.flags.help) return { out: USAGE, status: 0 }
  if (options.flags.rules)
    return {
      out: `${rules.map(({ meta }) => `${meta.name.padEnd(24)} ${meta.severity.padEnd(8)} ${meta.doc}`).join('\n')}\n`,
      status: 0,
    }
  if (options.flags.fix) return runFix(options, colour)
  if (options.against !== undefined) return compare(options, options.against, colour)
  if (options.release !== undefined) return runRelease(options, options.release)
  return check(options, colour)
}

function check(options: Options, colour: boolean): CliResult {
  const started = performance.now()
  const leftOut: LeftOut[] = []
  const files = loadProject(options.root, leftOut)
  const unknown = unknownPath(options, files)
  if (unknown !== undefined) return { out: `${unknown}\n`, status: 2 }
  const checked = productCompiler().check(files)
  const diagnostics = checked.diagnostics.filter((diagnostic) => isShown(options, diagnostic))
  const stats = {
    ...checked.stats,
    ...(leftOut.length > 0 && { leftOut }),
    ...counts(diagnostics),
    milliseconds: Math.round(performance.now() - started),
  }
  const status = diagnostics.some(isFailing) ? 1 : 0
  if (options.flags.json) return { out: `${JSON.stringify({ diagnostics, stats }, null, 2)}\n`, status }
  if (options.flags.sarif) return { out: `${JSON.stringify(sarif(diagnostics, rules, files), null, 2)}\n`, status }
  const summary = `${countOf(stats.screens, 'screen')}, ${countOf(stats.parts, 'part')}, ${countOf(stats.nodes, 'node')}: ${countsInWords(stats)} in ${stats.milliseconds} ms`
  const partial = [...checked.untranslated].map(
    ([language, count]) => `locales/${language}.json: ${countOf(count, 'text')} not translated, shown in English\n`,
  )
  return {
    out: `${pretty(diagnostics, files, colour)}${diagnostics.length > 0 ? '\n' : ''}${partial.join('')}${leftOut.map(({ path, why }) => `${path} is not read: ${why}.\n`).join('')}${summary}\n`,
    status,
  }
}

/** The command: prints the result, or watches. */
export async function main(args: readonly string[], cwd: string): Promise<void> {
  const options = readOptions(args, cwd)
  if (typeof options !== 'string' && options.flags.watch && !options.flags.help && !options.flags.rules) {
    runWatch(options, process.stdout, process.stdout.isTTY)
    return
  }
  const { out, status } = await run(args, cwd, process.stdout.isTTY)
  process.stdout.write(out)
  process.exitCode = status
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url))
  void main(process.argv.slice(2), process.cwd())
