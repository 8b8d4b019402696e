import type { Report, Rule } from '../../compile/diagnostics.ts'
import { didYouMean } from '../../compile/nearest.ts'

const rule: Rule = {
  name: 'unknown-icon',
  severity: 'error',
  doc: 'An icon exists in the Icon widget.',
}
export default rule

export const noIcon = (icon: string, icons: Iterable<string>): Report => ({
  rule,
  code: 'noIcon',
  params: { icon },
  suggestion: didYouMean(icon, icons),
})
