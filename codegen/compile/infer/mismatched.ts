import type { Mismatch } from '../assign.ts'
import { ruleOfMismatch } from '../mismatch.ts'
import type { ASTNode } from './ast.ts'
import type { Inference } from './inference.ts'
import type { Typed } from './inference.ts'

/** Reports a mismatch, with the function that takes the value. */
export function reportMismatch(inference: Inference, problem: Mismatch, at: ASTNode, where: string): Typed {
  return inference.report(ruleOfMismatch(problem), at, `In ${where}: ${problem.message}`, problem.suggestion)
}
