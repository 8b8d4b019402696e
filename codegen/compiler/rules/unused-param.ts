import type { Rule } from '../rule.ts'
import type { Report } from '../source/findings/diagnostics.ts'

const rule: Rule = {
  meta: {
    name: 'unused-param',
    severity: 'warning',
    hiddenBy: 'file',
    doc: 'A parameter of a screen or part is read.',
  },
  on: {
    unit({ kind, params }, report) {
      for (const [name, { used, at }] of params)
        if (!used) report((kind === 'part' ? unusedParamOfPart : unusedParam)(name), at, `params/${name}`)
    },
  },
}
export default rule

const unusedParam = (name: string): Report => ({
  code: 'unusedParam',
  params: { name },
})

const unusedParamOfPart = (name: string): Report => ({
  code: 'unusedParamOfPart',
  params: { name },
})
