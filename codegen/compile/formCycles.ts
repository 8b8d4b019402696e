import { isChoice } from '../../src/core/forms.ts'
import type { Json, Shape } from '../../src/core/program.ts'

const isRecord = (value: Json | undefined): value is Shape => typeof value === 'object' && value !== null && !Array.isArray(value)
const definitionsOf = ({ definitions }: Shape): Shape => (isRecord(definitions) ? definitions : {})
const nameOf = (reference: string): string => reference.slice('#/definitions/'.length)

interface Edge {
  to: string
  /** The reference is within the items of a list. */
  inList: boolean
}

/** The definitions that a schema refers to by itself. */
function edgesOf(schema: Json | undefined, inList = false): Edge[] {
  if (Array.isArray(schema)) return schema.flatMap((one) => edgesOf(one, inList))
  if (!isRecord(schema)) return []
  const own: Edge[] = typeof schema.$ref === 'string' ? [{ to: nameOf(schema.$ref), inList }] : []
  return [...own, ...Object.entries(schema).flatMap(([keyword, held]) => (keyword === 'definitions' ? [] : edgesOf(held, inList || (keyword === 'items' && isRecord(held)))))]
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
  const edges = new Map(Object.entries(definitions).map(([name, one]) => [name, edgesOf(one)]))
  const reach = new Map(Object.entries(definitions).map(([name, one]) => [name, reachOf(one, edges)]))
  const found = new Set<string>()
  for (const [from, all] of edges) for (const { to, inList } of all) if (inList && (to === from || reach.get(to)?.has(from))) found.add(from).add(to)
  return found
}

/** Whether a condition or an alternative leads to such a definition: RJSF asks for a validator of it, which each level of the tree has another of. */
export function isEndless(schema: Shape): boolean {
  const cycles = listCycles(schema)
  if (cycles.size === 0) return false
  const edges = new Map(Object.entries(definitionsOf(schema)).map(([name, one]) => [name, edgesOf(one)]))
  const leads = (held: Json | undefined): boolean => [...reachOf(held, edges)].some((name) => cycles.has(name))
  const visit = (held: Json | undefined): boolean => {
    if (Array.isArray(held)) return held.some(visit)
    if (!isRecord(held)) return false
    if (leads(held.if) || leads(held.dependencies)) return true
    for (const list of [held.oneOf, held.anyOf]) if (!isChoice(list) && leads(list)) return true
    return Object.values(held).some(visit)
  }
  return visit(schema)
}

/** The schema with nothing in the lists by which definitions contain themselves: what RJSF's parser of branches comes to an end with. */
export function withoutListCycles(schema: Shape): Shape {
  const cycles = listCycles(schema)
  if (cycles.size === 0) return schema
  const cut = (held: Json): Json => {
    if (Array.isArray(held)) return held.map(cut)
    if (!isRecord(held)) return held
    return Object.fromEntries(Object.entries(held).map(([keyword, one]) => [keyword, keyword === 'items' && edgesOf(one).some(({ to }) => cycles.has(to)) ? {} : cut(one)]))
  }
  const definitions = Object.fromEntries(Object.entries(definitionsOf(schema)).map(([name, one]) => [name, cycles.has(name) ? cut(one) : one]))
  return { ...schema, definitions }
}
