import { ICON_FILES } from '../compiler/source/folders.ts'
import { HEADER, pascal, quoted, readJson, SchemaError, type Files } from './lib/files.ts'

const FOLDER = 'src/generated/icons'
const LOADING = ['eager', 'lazy'] as const
type Loading = (typeof LOADING)[number]

/** The icons of the library that the engine's widgets and the product name: a module of those in the first load, and one of the others. */
export default function generate(root: string): Files {
  const icons = new Map<string, Loading>()
  for (const file of ICON_FILES)
    for (const [name, loading] of Object.entries(readJson(root, file) as Record<string, unknown>)) {
      const known = LOADING.find((item) => item === loading)
      if (!known) throw new SchemaError(file, name, 'is "eager" or "lazy"')
      // The product may need an icon of the engine in its first load.
      if (known === 'eager' || !icons.has(name)) icons.set(name, known)
    }
  return new Map(
    LOADING.map((loading) => [
      `${FOLDER}/${loading}.ts`,
      moduleOf(
        loading,
        [...icons].flatMap(([name, icon]) => (icon === loading ? name : [])),
      ),
    ]),
  )
}

function moduleOf(loading: Loading, given: readonly string[]): string {
  const names = given.toSorted()
  return [
    `${HEADER}import type { LucideIcon } from 'lucide-react'`,
    ...names.map((name) => `import ${pascal(name)} from 'lucide-react/icons/${name}'`),
    '',
    `export const ${loading}Icons = {`,
    ...names.map((name) => `  ${quoted(name)}: ${pascal(name)},`),
    `} satisfies Record<string, LucideIcon>`,
    '',
  ].join('\n')
}
