import { isExpected, showType } from '../../compile/describeType.ts'
import type { Report, Rule } from '../../compile/diagnostics.ts'
import type { Type } from '../../compile/types.ts'

const rule: Rule = {
  name: 'format-mismatch',
  severity: 'error',
  doc: 'A string of one format (address, route, icon, symbol, currency …) is not used where another format is expected.',
}
export default rule

export const otherFormat = (from: Type, to: Type): Report => ({
  rule,
  message: isExpected(showType(from), to),
  suggestion:
    from.k === 'string' && from.format === undefined && to.k === 'string'
      ? `Declare it where it is from: {"type": "string", "format": "${to.format}"}.`
      : undefined,
})
