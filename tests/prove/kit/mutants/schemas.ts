import { edit, isObject, put, show, walk } from './project.ts'
import type { Kind, Mutant, Obj, Path, Project } from './project.ts'

const FILES = /^(schemas\/(api|entities|forms|live)\/|schemas\/(preferences|operator)\.json$|src\/.*\.schema\.json$)/

/** The schemas of the contract, of widgets and of actions, each with its path. */
function* schemas(project: Project): Generator<{ file: string; path: Path; schema: Obj }> {
  for (const [file, root] of project.documents) {
    if (!FILES.test(file)) continue
    for (const { value, path } of walk(root))
      if (isObject(value) && value.type !== undefined && !['properties', 'enum'].includes(String(path.at(-1))))
        yield { file, path, schema: value }
  }
}

function ofSchemas(
  name: string,
  make: (project: Project, file: string, path: Path, schema: Obj) => Iterable<Mutant>,
): Kind {
  return {
    name,
    *sites(project) {
      for (const { file, path, schema } of schemas(project)) yield* make(project, file, path, schema)
    },
  }
}

const PAIRS = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
] as const

const boundsSwapped = ofSchemas('schema-bounds-swapped', function* (project, file, path, schema) {
  for (const [low, high] of PAIRS) {
    const [least, most] = [schema[low], schema[high]]
    if (typeof most === 'number')
      yield edit(project, file, `${show(path)}: "${low}" is ${most + 1}`, (copy) => put(copy, [...path, low], most + 1))
    if (typeof least === 'number' && least > 0)
      yield edit(project, file, `${show(path)}: "${high}" is ${least - 1}`, (copy) =>
        put(copy, [...path, high], least - 1),
      )
  }
})

const defaultOutside = ofSchemas('schema-default-outside', function* (project, file, path, schema) {
  const wrong = Array.isArray(schema.enum)
    ? 'noSuchValue'
    : typeof schema.maximum === 'number'
      ? schema.maximum + 1
      : schema.type === 'boolean'
        ? 'yes'
        : typeof schema.format === 'string' && ['decimal', 'currency', 'symbol', 'id'].includes(schema.format)
          ? 'no such value'
          : undefined
  if (wrong !== undefined && schema.default !== undefined)
    yield edit(project, file, `${show(path)}: the default is ${wrong}`, (copy) =>
      put(copy, [...path, 'default'], wrong),
    )
})

const enumOfOtherType = ofSchemas('schema-enum-of-other-type', function* (project, file, path, schema) {
  if (!Array.isArray(schema.enum) || schema.type !== 'string') return
  yield edit(project, file, `${show(path)}: the first value is 7`, (copy) => put(copy, [...path, 'enum', 0], 7))
})

export const schemaKinds: readonly Kind[] = [boundsSwapped, defaultOutside, enumOfOtherType]
