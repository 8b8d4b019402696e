import type { ChangeMessage } from '../../compare/change.ts'
import { valueOfJson } from '../../compare/formatExpr.ts'
import { equal, sortedNames } from '../../compare/nodeComparison.ts'
import { readParams } from '../../lower/params.ts'
import type { ScreenKeyword } from './screenKeyword.ts'

export const params: ScreenKeyword = {
  name: 'params',
  kind: 'object',
  doc: 'Parameters of the route: `{"id": {"type": "string", "format": "id", "required": true}}`, `{"by": {"type": "string", "enum": ["day", "week"], "default": "day"}}`. A value of another type counts as missing; a URL without a required parameter shows the "not found" screen.',
  schema: () => ({ type: 'object' }),
  declare(value, { unit, params }) {
    const { lowered, tracked } = readParams(unit, value)
    for (const [name, param] of tracked) params.set(name, param)
    return { params: lowered }
  },
  compare({ params: before }, { params: after }, { report }) {
    for (const name of sortedNames(before, after)) {
      const [previous, current] = [before[name], after[name]]
      const say = (code: string, params: ChangeMessage['params'] = {}): void =>
        report({ code: `params/${code}`, params: { name: { quoted: name }, ...params } })
      if (!previous && current) say(current.required ? 'addedRequired' : 'added')
      else if (previous && !current) say('removed')
      else if (previous && current) {
        if (previous.type !== current.type) say('type', { type: current.type, before: previous.type })
        if (previous.format !== current.format)
          if (current.format === undefined) say('anyText')
          else say('format', { format: { quoted: current.format } })
        if (!equal(previous.enum, current.enum))
          if (current.enum) say('enum', { values: { list: current.enum.map((json) => ({ json })) } })
          else say('anyValue')
        if ((previous.required === true) !== (current.required === true))
          say(current.required ? 'required' : 'optional')
        if (!equal(previous.default ?? null, current.default ?? null))
          say('default', { value: valueOfJson(current.default), before: valueOfJson(previous.default) })
      }
    }
  },
}
