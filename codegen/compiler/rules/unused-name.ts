import type { Rule } from '../rule.ts'
import type { Report } from '../source/findings/diagnostics.ts'

const rule: Rule = {
  meta: {
    name: 'unused-name',
    severity: 'warning',
    hiddenBy: 'file',
    doc: 'A name of “let” is read.',
  },
  on: {
    unit({ names }, report) {
      for (const { name, at, path, used } of names) if (!used) report(unusedName(name), at, path)
    },
  },
}
export default rule

const unusedName = (name: string): Report => ({
  code: 'unusedName',
  params: { name },
})
