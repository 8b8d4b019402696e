import { againstCatalogue, againstProject, breaks } from '../compile/compat/comparison.ts'
import { Compiler } from '../compile/project.ts'
import type { Answer } from './cli.ts'
import { loadProject } from './load.ts'
import type { Options } from './options.ts'
import { CannotCompare, readOther } from './baseline.ts'
import { sayAgainst } from './report/comparison.ts'

/** Compares the project with another state of it. */
export async function runAgainst(options: Options, what: string, colour: boolean): Promise<Answer> {
  const today = loadProject(options.root)
  let other
  try {
    other = await readOther(options.root, what)
  } catch (error) {
    if (error instanceof CannotCompare) return { out: `${error.message}\n`, status: 2 }
    throw error
  }
  const compiler = new Compiler()
  const check = (files: Parameters<Compiler['check']>[0]): ReturnType<Compiler['check']> => compiler.check(files)
  const found = 'files' in other ? againstProject(today, other.files, check) : againstCatalogue(today, other.side, check)
  const wrong = compiler.check(today).diagnostics.some((one) => one.severity === 'error')
  const status = breaks(found) || wrong ? 1 : 0
  if (options.is.json) return { out: `${JSON.stringify({ against: other.name, ...found }, null, 2)}\n`, status }
  return { out: sayAgainst(other.name, found, colour), status }
}
