import { loadProject } from '../cli/load.ts'
import { productCompiler } from '../product.ts'
import type { Files } from './lib/files.ts'
import { screenSchema } from '../compiler/service/screenSchema.ts'
import { shellSchema } from './lib/shellSchema.ts'

/** The schemas that `$schema` of a screen and of the shell name: for editors only, so they are not in the repository. */
export default function editorSchemas(root: string): Files {
  const checked = productCompiler().check(loadProject(root))
  return new Map(
    Object.entries({ screen: screenSchema(checked), shell: shellSchema(checked) }).map(([name, schema]) => [
      `schemas/${name}.schema.json`,
      `${JSON.stringify(schema, null, 2)}\n`,
    ]),
  )
}
