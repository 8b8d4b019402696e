import { join } from 'node:path'
import { loadProject } from '../../codegen/cli/load.ts'
import { createFormCompiler } from '../../codegen/forms/validators.ts'
import type { Checked } from '../../codegen/compiler/project.ts'
import { productCompiler } from '../../codegen/product.ts'
import type { Screen } from '../../src/engine/language/expressions/program.ts'
import type { Files } from '../../codegen/compiler/source/source.ts'

// Project data shared by the test files of a worker: read and compiled once, with its forms.

const ROOT = join(import.meta.dirname, '../..')

/** The compiler's input files of the project. */
export const projectFiles: Files = loadProject(ROOT)

/**
 * A compiler that keeps what does not depend on a changed file: for tests that compile the project, or the project with a few changes. Its
 * cache of one project causes no finding in another (codegen/compiler/incremental.test.ts).
 */
export const compiler = productCompiler()

/** Compiles each schema of a form once. */
export const compileForm = createFormCompiler()

let checked: Checked | undefined

/** The project, compiled. Tests do not change it. */
export const checkedProject = (): Checked => (checked ??= compiler.check(projectFiles))

/** A compiled screen of the project. Throws when it has errors. */
export function projectScreen(route: string): Screen {
  const compiled = checkedProject().screens.find((screen) => screen.route === route)?.screen
  if (!compiled) throw new Error(`The screen ${route} has errors`)
  return compiled
}

/** The project with some of its files changed. */
export const changedProject = (changes: Iterable<readonly [file: string, text: string]>): Files =>
  new Map([...projectFiles, ...changes])
