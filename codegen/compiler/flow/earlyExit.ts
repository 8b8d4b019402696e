import type { ActionDef } from '../contract/contract.ts'
import type { ASTNode } from '../infer/ast.ts'
import { factsOf } from '../infer/facts.ts'
import type { Facts } from '../infer/facts.ts'

/** A step with two branches of which one leaves the screen. The steps after it move into the other branch, with its facts. */
export interface EarlyExit {
  into: string
  facts: Facts
}

/**
 * Returns the branch into which the steps after this step move, and the facts of its condition.
 * Returns undefined unless one branch leaves the screen and the other does not.
 */
export function factsAfterEarlyExit(
  action: ActionDef,
  conditions: ReadonlyMap<string, ASTNode>,
  ends: ReadonlyMap<string, { exited: boolean }>,
): EarlyExit | undefined {
  for (const [into, branch] of Object.entries(action.branches)) {
    const argument = branch['x-when'] ?? branch['x-unless']
    const test = argument === undefined ? undefined : conditions.get(argument)
    const other = Object.entries(action.branches).find(
      ([name, branch]) => name !== into && (branch['x-when'] ?? branch['x-unless']) === argument,
    )?.[0]
    if (!test || other === undefined || branch.as !== undefined || ends.get(into)?.exited || !ends.get(other)?.exited)
      continue
    return { into, facts: factsOf(test, branch['x-when'] !== undefined) }
  }
  return undefined
}
