import type { Report, Rule } from '../../compile/diagnostics.ts'

const rule: Rule = {
  name: 'no-sheet',
  severity: 'error',
  doc: '“closeSheet” is used only inside a sheet.',
}
export default rule

export const closesNoSheet = (): Report => ({
  rule,
  message: 'This step is not in a sheet, so there is no sheet to close.',
  suggestion: 'Put it into the body of {"action": "sheet", …}, or go back with {"action": "back"}.',
})

export const partClosesNoSheet = (part: string): Report => ({
  rule,
  message: `The part "${part}" closes a sheet, and this is not in one.`,
  suggestion: 'Use it in the body of {"action": "sheet", …}.',
})
