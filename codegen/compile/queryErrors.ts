import { didYouMean } from './nearest.ts'
import { itemsOf } from './source.ts'
import type { JsonNode } from './source.ts'
import { expectKind, joinPath } from './readFields.ts'
import type { CompileContext } from './compileContext.ts'
import toldRegion from '../check/rules/told-region.ts'
import unknownRegion from '../check/rules/unknown-region.ts'

/** Whether the name in `needs` or `tells` is a region of the screen or a region parameter of the part; reports it otherwise. */
export function checkRegionName(node: JsonNode, word: 'needs' | 'tells', { unit, path }: CompileContext): boolean {
  const name = String(node.value)
  if (unit.regions.has(name)) return true
  const inPart = `A part sees no data of a screen but what is lent to it: put "${word}" where the part is used, or declare a parameter {"region": "<call>"}.`
  unit.report(unknownRegion, node, path, unit.kind === 'part' ? inPart : `The screen has no data "${name}".`, didYouMean(name, unit.regions.keys()))
  return false
}

/** Compiles `tells`: regions whose error a node shows without waiting for them. */
export function compileShownErrors(list: JsonNode, { each }: Readonly<Record<string, JsonNode | undefined>>, context: CompileContext): string[] {
  const { unit, scope, path } = context
  const names = new Set<string>()
  if (each) unit.report(toldRegion, list, path, 'Every row would tell the same failure.', 'Put "tells" on a node around the rows.')
  if (itemsOf(list).length === 0) unit.report(toldRegion, list, path, 'This names no data.', 'Take "tells" away.')
  for (const [index, node] of itemsOf(list).entries()) {
    const at = joinPath(path, index)
    if (!expectKind(unit, node, 'string', at) || !checkRegionName(node, 'tells', { ...context, path: at })) continue
    const name = String(node.value)
    if (names.has(name)) unit.report(toldRegion, node, at, `"${name}" stands here twice.`)
    else if (scope.facts.get(name)?.some((one) => one.nonNull)) unit.report(toldRegion, node, at, `"${name}" is there wherever this is drawn: what waits for it tells its failure.`, 'Take it away here.')
    names.add(name)
  }
  return [...names].map((name) => unit.local(name))
}
