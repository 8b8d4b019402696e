import type { Report, Rule } from '../source/diagnostics.ts'

const rule: Rule = {
  name: 'duplicate-route',
  severity: 'error',
  doc: 'Each screen has its own id and its own route.',
}
export default rule

export const routeTaken = (file: string): Report => ({
  rule,
  code: 'routeTaken',
  params: { file },
})
