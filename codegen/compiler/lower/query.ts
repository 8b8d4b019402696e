import type { Expr, Query } from '../../../src/engine/language/expressions/program.ts'
import { checkCallAccess } from '../contract/accessChecks.ts'
import type { CompileContext } from './compileContext.ts'
import { pathKey } from '../infer/astKey.ts'
import { fact } from '../infer/facts.ts'
import { mutableReadsOf } from '../flow/invalidateFacts.ts'
import { QUERY_FIELDS, QUERY_KEYWORDS } from '../keywords/query/index.ts'
import { joinPath, readFields } from './readFields.ts'
import type { JsonNode } from '../source/source.ts'

/** Compiles a query; undefined without a call of the contract. `context.path` is that of the query. */
export function compileQuery(name: string, value: JsonNode, outer: CompileContext): Query | undefined {
  const { unit, path } = outer
  const fields = readFields(unit, value, path, QUERY_FIELDS, 'A query')
  if (!fields?.call) return undefined
  const id = String(fields.call.value)
  unit.use('calls', id)
  unit.mention({ kind: 'call', name: id }, fields.call)
  const call = unit.contract.calls.get(id)
  if (!call) {
    unit.emit(
      { event: 'unknownCall', call: id, calls: unit.contract.calls.keys() },
      fields.call,
      joinPath(path, 'call'),
    )
    return undefined
  }
  if (call.effect !== 'read') {
    unit.emit({ event: 'queryWithEffect', call: id }, fields.call, joinPath(path, 'call'))
    return undefined
  }
  const declared = unit.queries.get(name)
  const lowered: Query = { call: id }
  const loadedScope = outer.scope.know(fact(pathKey(name), { nonNull: true }))
  const sent: Expr[] = []
  let { scope } = outer
  for (const { name: keyword, isSent = false, check, compile } of QUERY_KEYWORDS) {
    const at = joinPath(path, keyword)
    const query = {
      call,
      fields,
      path,
      context: { ...outer, scope, path: at },
      outer: { ...outer, path: at },
      loaded: { ...outer, scope: loadedScope, path: at },
      lowered,
    }
    check?.(query)
    const given = fields[keyword]
    if (!given) continue
    const wasUsed = declared?.used ?? false
    const compiled = compile(given, query)
    Object.assign(lowered, compiled.query)
    scope = compiled.scope ?? scope
    if (isSent) sent.push((lowered[keyword as keyof Query] ?? null) as Expr)
    if (!declared) continue
    declared.dependsOn = mutableReadsOf(sent)
    if (lowered.payload !== undefined) declared.payload = lowered.payload
    // Its own placeholders do not count as readers of its data.
    if (!isSent) declared.used = wasUsed
  }
  checkCallAccess(call, fields.call, joinPath(path, 'call'), { ...outer, scope }, 'enabled')
  return lowered
}
