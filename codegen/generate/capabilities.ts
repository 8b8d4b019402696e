import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { productSignatures } from '../product.ts'
import { formWidgets } from '../compiler/forms/formWidgets.ts'
import type { UnitKind } from '../compiler/source/folders.ts'
import { HEADER, jsonFiles, readJson, type Files } from './lib/files.ts'
import { units } from './lib/units.ts'

/** Capabilities of this build by version: for the app, and for the server that selects screens. */
export default function capabilities(root: string): Files {
  const { version: release } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const versions = (kind: UnitKind): Record<string, number> =>
    Object.fromEntries(
      units(root, kind)
        .toSorted((a, b) => (a.name < b.name ? -1 : 1))
        .map(({ name, file }) => {
          const { version = 1 } = readJson(root, file) as { version?: number }
          return [name, version]
        }),
    )
  const capabilities = {
    release,
    widgets: versions('widgets'),
    actions: versions('actions'),
    functions: Object.fromEntries(Object.entries(productSignatures).map(([name, { version = 1 }]) => [name, version])),
    fields: Object.fromEntries(
      formWidgets(jsonFiles(root, 'src/engine/widgets/Form/widgets', '.tsx')).map((name) => [name, 1]),
    ),
  }
  return new Map([
    [
      'src/generated/capabilities.ts',
      `${HEADER}/** Capabilities of this build. */\nexport const capabilities = ${JSON.stringify(capabilities, null, 2)}\n`,
    ],
  ])
}
