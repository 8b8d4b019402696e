import { equal } from '../../compare/nodeComparison.ts'
import { valueOfExpr } from '../../compare/formatExpr.ts'
import { compileEach } from '../../lower/each.ts'
import { INPUT_LIMITS } from '../../source/limits.ts'
import { rowKeyFix } from '../../fix/rowKeyFix.ts'
import type { NodeKeyword } from './nodeKeyword.ts'

export const each: NodeKeyword = {
  name: 'each',
  kind: 'string',
  of: 'both',
  doc: 'The node is repeated for each item of a list: `"item in news.rows"` or `"item, index in …"`.',
  synonyms: ['repeat'],
  schema: () => ({ type: 'string' }),
  compile(value, { fields, path, context }) {
    const { unit } = context
    const repeaters = (context.repeaters ?? 0) + 1
    const compiled = compileEach(value, context)
    const { inVirtualList = false, rows: outer = 1 } = context
    const rows = outer * Math.min(compiled?.most ?? 1, inVirtualList ? INPUT_LIMITS.virtualRows : Infinity)
    unit.repeaters = Math.max(unit.repeaters, repeaters)
    unit.rows = Math.max(unit.rows, rows)
    const inside = { repeaters, rows, inVirtualList: false }
    unit.emit({ event: 'nodeRepeated', rows, repeaters, outer }, value, context.path)
    if (!compiled) return { inside }
    const { as, index, list, scope } = compiled
    if (!fields.key)
      unit.emit(
        { event: 'rowKeyMissing', suggestion: rowKeyFix(value, as, scope.names.get(as), unit.source) },
        value,
        path,
      )
    return {
      node: {
        each: {
          as: scope.local(as),
          ...(index === undefined ? {} : { index: scope.local(index) }),
          in: list,
          key: null,
        },
      },
      inside: { scope, ...inside },
    }
  },
  compare(before, after, { describer, report }) {
    if (!equal(before.each?.in, after.each?.in))
      report(
        after.each
          ? {
              code: before.each ? 'each/changed' : 'each/set',
              params: {
                list: valueOfExpr(after.each.in, describer.after),
                ...(before.each && { before: valueOfExpr(before.each.in, describer.before) }),
              },
            }
          : { code: 'each/removed' },
      )
  },
}
