import { formatJson } from '../../compat/formatExpr.ts'
import { equal, sortedNames } from '../../compat/nodeComparison.ts'
import { readParams } from '../../params.ts'
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
      if (!previous && current)
        report(`It has the new parameter "${name}"${current.required ? ', which is required' : ''}.`)
      else if (previous && !current) report(`It has no parameter "${name}" any more.`)
      else if (previous && current) {
        if (previous.type !== current.type)
          report(`Its parameter "${name}" is now of type ${current.type} instead of ${previous.type}.`)
        if (previous.format !== current.format)
          report(
            `Its parameter "${name}" ${current.format === undefined ? 'may now be any text' : `is now held to the format "${current.format}"`}.`,
          )
        if (!equal(previous.enum, current.enum))
          report(
            `Its parameter "${name}" now takes ${current.enum ? `only ${current.enum.map(formatJson).join(', ')}` : 'any value'}.`,
          )
        if ((previous.required === true) !== (current.required === true))
          report(`Its parameter "${name}" ${current.required ? 'is now required' : 'need no longer be given'}.`)
        if (!equal(previous.default ?? null, current.default ?? null))
          report(
            `Its parameter "${name}" is now ${formatJson(current.default)} when it is not given, instead of ${formatJson(previous.default)}.`,
          )
      }
    }
  },
}
