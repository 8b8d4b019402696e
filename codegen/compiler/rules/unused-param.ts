import type { CheckingRule } from '../checkingRule.ts'
import type { Report } from '../source/diagnostics.ts'

const rule: CheckingRule = {
  name: 'unused-param',
  severity: 'warning',
  hiddenBy: 'file',
  doc: 'A parameter of a screen or part is read.',
  unit({ kind, params }, report) {
    for (const [name, { used, at }] of params)
      if (!used) report((kind === 'part' ? unusedParamOfPart : unusedParam)(name), at, `params/${name}`)
  },
}
export default rule

const unusedParam = (name: string): Report => ({
  rule,
  code: 'unusedParam',
  params: { name },
})

const unusedParamOfPart = (name: string): Report => ({
  rule,
  code: 'unusedParamOfPart',
  params: { name },
})
