import { join } from 'node:path'
import { loadProject } from '../../codegen/cli/load.ts'
import { productCompiler } from '../../codegen/product.ts'
import type { Screen } from '../../src/engine/language/expressions/program.ts'

/** The project without its screens. */
const files = new Map(
  [...loadProject(join(import.meta.dirname, '../..'))].filter(([file]) => !/^screens\/(?!parts\/|shell)/.test(file)),
)

/** The texts of the project in English. */
export const english = JSON.parse(files.get('locales/en.json') ?? '{}') as Record<string, string>

/** Compiles a screen of a test with the parts of the project. Throws when it has errors. */
export function compileScreen(name: string, more: Record<string, unknown>): Screen {
  const screen = {
    id: `test/${name}`,
    route: `/pages/test/${name}`,
    title: 'shell.demo',
    navigationBar: 'default',
    access: ['login'],
    ...more,
  }
  const file = `screens/test/${name}.json`
  const { screens, diagnostics } = productCompiler().check(new Map([...files, [file, JSON.stringify(screen)]]))
  const compiled = screens.find(({ route }) => route === screen.route)?.screen
  if (!compiled)
    throw new Error(
      JSON.stringify(diagnostics.filter((diagnostic) => diagnostic.severity === 'error').slice(0, 5), null, 1),
    )
  return compiled
}
