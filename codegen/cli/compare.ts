import { compareWithCatalogue, compareWithProject, isBreaking } from '../compiler/compare/comparison.ts'
import type { Compiler } from '../compiler/project.ts'
import { productCompiler } from '../product.ts'
import type { CliResult } from './result.ts'
import { loadProject } from './load.ts'
import type { Options } from './options.ts'
import { BaselineError, readBaseline } from './baseline.ts'
import { formatComparison } from './report/comparison.ts'

/** Compares the project with a baseline. */
export async function compare(options: Options, baselineName: string, colour: boolean): Promise<CliResult> {
  const today = loadProject(options.root)
  let baseline
  try {
    baseline = await readBaseline(options.root, baselineName)
  } catch (error) {
    if (error instanceof BaselineError) return { out: `${error.message}\n`, status: 2 }
    throw error
  }
  const compiler = productCompiler()
  const check = (files: Parameters<Compiler['check']>[0]): ReturnType<Compiler['check']> => compiler.check(files)
  const comparison =
    'files' in baseline
      ? compareWithProject(today, baseline.files, check)
      : compareWithCatalogue(today, baseline.snapshot, check)
  const hasErrors = compiler.check(today).diagnostics.some((diagnostic) => diagnostic.severity === 'error')
  const status = isBreaking(comparison) || hasErrors ? 1 : 0
  if (options.flags.json)
    return { out: `${JSON.stringify({ against: baseline.name, ...comparison }, null, 2)}\n`, status }
  return { out: formatComparison(baseline.name, comparison, colour), status }
}
