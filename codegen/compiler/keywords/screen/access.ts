import { quotedList } from '../../compare/change.ts'
import { expectKind, joinPath } from '../../lower/readFields.ts'
import { itemsOf } from '../../source/source.ts'
import type { ScreenKeyword } from './screenKeyword.ts'

export const access: ScreenKeyword = {
  name: 'access',
  kind: 'array',
  doc: 'Access rules that the user must meet, of `src/product/accessRules.ts`. A rule that is not met opens its own screen and leads back here.',
  synonyms: ['guards'],
  schema: ({ accessRules }) => ({ type: 'array', items: { enum: [...accessRules.keys()] } }),
  declare(value, { unit }) {
    const access: string[] = []
    for (const [index, node] of itemsOf(value).entries()) {
      const path = joinPath('access', index)
      if (!expectKind(unit, node, 'string', path)) continue
      const accessRule = String(node.value)
      if (unit.contract.accessRules.has(accessRule)) access.push(accessRule)
      else unit.emit({ event: 'unknownAccess', name: accessRule, accessRules: unit.contract.accessRules }, node, path)
    }
    unit.access = new Set(access)
    return { access }
  },
  compare(before, after, { report }) {
    const added = after.access.filter((accessRule) => !before.access.includes(accessRule))
    const removed = before.access.filter((accessRule) => !after.access.includes(accessRule))
    if (added.length > 0) report({ code: 'access/added', params: { rules: quotedList(added) } })
    if (removed.length > 0) report({ code: 'access/removed', params: { rules: quotedList(removed) } })
  },
}
