import type { Report, Rule } from '../../compile/diagnostics.ts'

const rule: Rule = {
  name: 'unused-state',
  severity: 'warning',
  doc: 'A state is read.',
}
export default rule

export const unusedState = (name: string): Report => ({ rule, message: `Nothing reads the state "${name}".` })
