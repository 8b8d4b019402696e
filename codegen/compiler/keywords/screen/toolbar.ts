import { within } from '../../compare/change.ts'
import { LIMITS } from '../../../../src/engine/language/expressions/program.ts'
import { NODES } from '../editorSchema.ts'
import { itemsOf } from '../../source/source.ts'
import type { ScreenKeyword } from './screenKeyword.ts'

export const toolbar: ScreenKeyword = {
  name: 'toolbar',
  kind: 'array',
  doc: 'At most three nodes at the end of the app’s navigation bar. They are visible from the first frame, so they cannot wait for a query: compare its data with null, and use `disabled` for a button that must not move.',
  synonyms: ['bar'],
  schema: () => NODES,
  compile(value, { context, unit, fields }) {
    if (!value) return {}
    const nodes = itemsOf(value).length
    if (nodes === 0) unit.emit({ event: 'noNodes', name: 'toolbar' }, value, context.path)
    if (nodes > LIMITS.toolbar) unit.emit({ event: 'longToolbar', nodes, limit: LIMITS.toolbar }, value, context.path)
    const bar = fields.navigationBar?.value
    if (bar === 'custom' || bar === 'none')
      unit.emit({ event: 'toolbarWithoutBar', navigationBar: bar }, value, context.path)
    return { toolbar: context.nodes(value, { ...context, inBar: true }) }
  },
  compare(before, after, { report, nodes }) {
    for (const detail of nodes(before.toolbar ?? [], after.toolbar ?? [])) report(within({ code: 'toolbar' }, detail))
  },
}
