import type { Report, Rule } from '../source/diagnostics.ts'
import { didYouMean } from '../source/nearest.ts'

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
