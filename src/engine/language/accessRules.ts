import type { AccessInput, AccessRule } from './plugin.ts'

/** The key of the text that explains a rule that is not met. */
export const explanationKey = (rule: string): string => `gate.${rule}`

/** The first rule of a list that is not met, in order; undefined when all are met. An unknown rule is not met. */
export function unmetRule(
  rules: Readonly<Record<string, AccessRule>>,
  access: readonly string[],
  input: AccessInput,
): string | undefined {
  return access.find((name) => !Object.hasOwn(rules, name) || rules[name]?.isMet(input) !== true)
}
