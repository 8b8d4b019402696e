import { isChoice } from '../../../src/engine/language/forms/forms.ts'
import { isJsonObject } from '../../../src/engine/language/values/json.ts'
import type { Json, Shape } from '../../../src/engine/language/expressions/program.ts'
import { mapSubschemas, subschemasOf } from '../contract/subschemas.ts'

const definitionsOf = ({ definitions }: Shape): Shape => (isJsonObject(definitions) ? definitions : {})
const nameOf = (reference: string): string => reference.slice('#/definitions/'.length)

interface Edge {
  to: string
  /** The reference is within the items of a list. */
  inList: boolean
}

/** The definitions that a schema refers to directly. */
function edgesOf(schema: Json | undefined, inList = false): Edge[] {
  if (!isJsonObject(schema)) return []
  const own: Edge[] = typeof schema.$ref === 'string' ? [{ to: nameOf(schema.$ref), inList }] : []
  return [
    ...own,
    ...subschemasOf(schema).flatMap(([keyword, subschema]) =>
      keyword === 'definitions'
        ? []
        : edgesOf(subschema, inList || (keyword === 'items' && isJsonObject(schema.items))),
    ),
  ]
}

/** Definitions by name that a schema reaches, over any number of references. */
function reachOf(schema: Json | undefined, edges: ReadonlyMap<string, readonly Edge[]>): ReadonlySet<string> {
  const reached = new Set<string>()
  const pending = edgesOf(schema).map(({ to }) => to)
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (reached.has(name)) continue
    reached.add(name)
    pending.push(...(edges.get(name) ?? []).map(({ to }) => to))
  }
  return reached
}

/** The definitions that contain themselves within the items of a list, as the nodes of a tree do. */
export function listCycles(schema: Shape): ReadonlySet<string> {
  const definitions = definitionsOf(schema)
  const edges = new Map(Object.entries(definitions).map(([name, definition]) => [name, edgesOf(definition)]))
  const reach = new Map(Object.entries(definitions).map(([name, definition]) => [name, reachOf(definition, edges)]))
  const cyclic = new Set<string>()
  for (const [from, all] of edges)
    for (const { to, inList } of all) if (inList && (to === from || reach.get(to)?.has(from))) cyclic.add(from).add(to)
  return cyclic
}

/** Whether a condition or an alternative leads to such a definition: RJSF asks for a validator of it, which each level of the tree has another of. */
export function isEndless(schema: Shape): boolean {
  const cycles = listCycles(schema)
  if (cycles.size === 0) return false
  const edges = new Map(Object.entries(definitionsOf(schema)).map(([name, definition]) => [name, edgesOf(definition)]))
  const leadsToCycle = (branch: Json): boolean => [...reachOf(branch, edges)].some((name) => cycles.has(name))
  const visit = (current: Shape): boolean =>
    subschemasOf(current).some(([keyword, subschema]) => {
      const isBranch =
        keyword === 'if' ||
        keyword === 'dependencies' ||
        ((keyword === 'oneOf' || keyword === 'anyOf') && !isChoice(current[keyword]))
      return (isBranch && leadsToCycle(subschema)) || visit(subschema)
    })
  return visit(schema)
}

/** The schema without items in the lists that make definitions recursive, so that RJSF's parser of branches terminates. */
export function withoutListCycles(schema: Shape): Shape {
  const cycles = listCycles(schema)
  if (cycles.size === 0) return schema
  const cut = (current: Record<string, Json>): Record<string, Json> =>
    mapSubschemas(current, (subschema, keyword) =>
      keyword === 'items' && edgesOf(subschema).some(({ to }) => cycles.has(to)) ? {} : cut(subschema),
    )
  const definitions = Object.fromEntries(
    Object.entries(definitionsOf(schema)).map(([name, definition]) => [
      name,
      cycles.has(name) && isJsonObject(definition) ? cut(definition) : definition,
    ]),
  )
  return { ...schema, definitions }
}
