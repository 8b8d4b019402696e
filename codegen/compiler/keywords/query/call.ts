import { checkProofs } from '../../contract/accessChecks.ts'
import { ref } from '../editorSchema.ts'
import type { QueryKeyword } from './queryKeyword.ts'

export const call: QueryKeyword = {
  name: 'call',
  kind: 'string',
  required: true,
  doc: 'A call of `schemas/api` with `"effect": "read"`.',
  synonyms: ['url'],
  schema: ref('call'),
  compile(value, { call, context }) {
    checkProofs(call, value, context, new Set())
    return { query: { call: call.id } }
  },
  compare(before, after, { reportOfQuery }) {
    if (before.call !== after.call)
      reportOfQuery({ code: 'query/call', params: { call: after.call, before: before.call } })
  },
}
