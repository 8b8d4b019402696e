import type { ActionDef } from '../contract/contract.ts'
import type { Report, Rule } from '../source/diagnostics.ts'
import { suggest } from '../source/nearest.ts'

const rule: Rule = {
  name: 'unknown-argument',
  severity: 'error',
  doc: 'An argument or branch of a step is declared by the action.',
}
export default rule

export const noArgument = ({ name: action, args, branches, slots }: ActionDef, name: string): Report => ({
  rule,
  code: 'noArgument',
  params: { action, name },
  suggestion: suggest(
    name,
    [args.properties ?? {}, branches, slots].flatMap((one) => Object.keys(one)),
  ),
})
