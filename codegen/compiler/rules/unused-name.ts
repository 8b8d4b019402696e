import type { CheckingRule } from '../checkingRule.ts'
import type { Report } from '../source/diagnostics.ts'

const rule: CheckingRule = {
  name: 'unused-name',
  severity: 'warning',
  hiddenBy: 'file',
  doc: 'A name of “let” is read.',
  unit({ names }, report) {
    for (const { name, at, path, used } of names) if (!used) report(unusedName(name), at, path)
  },
}
export default rule

const unusedName = (name: string): Report => ({
  rule,
  code: 'unusedName',
  params: { name },
})
