import { accessRules } from '../../product/accessRules.ts'
import type { AccessInput, AccessRule } from './product.ts'

/** The rules of the product by name. A rule that is not met redirects to its screen, and from there back. */
export const ACCESS_RULES: Readonly<Record<string, AccessRule>> = Object.freeze(
  Object.assign(Object.create(null) as Record<string, AccessRule>, accessRules),
)

/** The key of the text that explains a rule that is not met. */
export const explanationKey = (rule: string): string => `gate.${rule}`

/** The first rule of a list that is not met, in order; undefined when all are met. An unknown rule is not met. */
export function unmetRule(access: readonly string[], input: AccessInput): string | undefined {
  return access.find((name) => !ACCESS_RULES[name]?.isMet(input))
}
