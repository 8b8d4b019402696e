import type { Advice } from '../source/findings/diagnostics.ts'
import { insertAfter } from './edits.ts'
import type { Binding } from '../infer/scope.ts'
import type { JsonNode, Source } from '../source/source.ts'

/** Quick fix for a missing row key: the `id` of the row, if it has one. */
export function rowKeyFix(each: JsonNode, as: string, row: Binding | undefined, source: Source): Advice {
  const advice = { code: 'code/rowKey' }
  const id = row?.kind === 'value' && row.type.k === 'object' ? row.type.fields.get('id') : undefined
  const isKey = id && !id.optional && (id.type.k === 'string' || id.type.k === 'int')
  if (!isKey || !each.parent) return advice
  const member = `"key": "=${as}.id"`
  return {
    ...advice,
    fix: { title: { code: 'fix/add', params: { member } }, edits: [insertAfter(source, each.parent, member)] },
  }
}
