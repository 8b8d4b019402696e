import type { Report, Rule } from '../source/diagnostics.ts'

const rule: Rule = {
  name: 'no-sheet',
  severity: 'error',
  doc: '“closeSheet” is used only inside a sheet.',
}
export default rule

export const closesNoSheet = (): Report => ({
  rule,
  code: 'closesNoSheet',
})

export const partClosesNoSheet = (part: string): Report => ({
  rule,
  code: 'partClosesNoSheet',
  params: { part },
})
