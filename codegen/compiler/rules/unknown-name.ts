import { missingName } from '../source/diagnostics.ts'
import type { Report, Rule, Advice } from '../source/diagnostics.ts'
import { hintForName } from '../infer/foreignSyntaxHints.ts'
import { didYouMean, suggest } from '../source/nearest.ts'

const rule: Rule = {
  name: 'unknown-name',
  severity: 'error',
  countsPlaces: true,
  follows: { 'unknown-property': 'inside', 'outcome-text': 'handler' },
  doc: 'A name in an expression is in scope: a query, state, params, session, preferences, device, config, forms, queries, or a name from each, let or a branch.',
}
export default rule

/** `elsewhere`: hint for a name that is in scope elsewhere. */
export const noName = (name: string, names: Iterable<string>, elsewhere?: Advice): Report => ({
  rule,
  code: 'noName',
  params: { name },
  suggestion: elsewhere ?? didYouMean(name, names) ?? hintForName(name),
  cause: missingName(name),
  forFix: { unknownName: name },
})

/** `members`: examples, as they are written. */
export const notValue = (source: string, members: readonly string[]): Report => ({
  rule,
  code: 'notValue',
  params: { source },
  suggestion: members.length === 0 ? undefined : { code: 'code/write', params: { text: members.join(' or ') } },
})

/** `title`: of the group, e.g. "state" or "field of the form "address""; `elsewhere`: a group that has the name. */
export const noMember = (
  name: string,
  source: string,
  title: string,
  names: Iterable<string>,
  elsewhere?: Advice,
): Report => ({
  rule,
  code: title.endsWith('"') ? 'noMember' : 'noMemberOfKind',
  params: { name, source, kind: title },
  suggestion: elsewhere ?? suggest(name, names),
  cause: missingName(name),
})
