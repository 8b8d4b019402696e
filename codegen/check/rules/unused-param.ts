import type { Report, Rule } from '../../compile/diagnostics.ts'

const rule: Rule = {
  name: 'unused-param',
  severity: 'warning',
  doc: 'A parameter of a screen or part is read.',
}
export default rule

export const unusedParam = (name: string): Report => ({ rule, message: `Nothing reads the parameter "${name}".` })

export const unusedParamOfPart = (name: string): Report => ({
  rule,
  message: `Nothing in the part reads its parameter "${name}".`,
})
