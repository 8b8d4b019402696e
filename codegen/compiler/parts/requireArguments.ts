import { refOf } from '../contract/schemaRef.ts'
import type { ActionDef } from '../contract/contract.ts'
import type { CompileContext } from '../lower/compileContext.ts'
import { member, stringAt } from '../source/source.ts'
import type { JsonNode } from '../source/source.ts'

/** Checks the required arguments of an action, of the call it sends and of the screen it leads to. */
export function requireArguments(
  action: ActionDef,
  node: JsonNode,
  verb: JsonNode,
  { unit, path }: CompileContext,
): void {
  if (unit.misnamed.has(node)) return
  const required = [
    ...(action.args.required ?? []),
    ...Object.entries(action.branches).flatMap(([name, branch]) => (branch.required ? [name] : [])),
    ...Object.entries(action.slots).flatMap(([name, slot]) => (slot.required ? [name] : [])),
  ]
  for (const name of required)
    if (!member(node, name)) unit.emit({ event: 'actionArgumentMissing', action: action.name, name }, verb, path)
  for (const [name, schema] of Object.entries(action.args.properties ?? {})) {
    const ref = refOf(schema)
    if (!ref || (ref.kind !== 'payload' && ref.kind !== 'params') || member(node, name)) continue
    const target = stringAt(node, ref.of ?? '') ?? ''
    const targetSchema =
      ref.kind === 'payload'
        ? unit.contract.calls.get(target)?.payload
        : unit.projectIndex.routes.get(target)?.paramSchema
    const less = stringAt(node, ref.without ?? '')
    const missing = (targetSchema?.required ?? []).filter((field) => field !== less)
    if (missing.length === 0) continue
    if (ref.kind === 'payload') unit.emit({ event: 'payloadMissing', call: target, members: missing }, verb, path)
    else unit.emit({ event: 'routeParamsMissing', route: target, members: missing }, verb, path)
  }
}
