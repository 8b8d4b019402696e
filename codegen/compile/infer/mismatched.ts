import type { Mismatch } from '../assign.ts'
import { ruleOfMismatch } from '../mismatch.ts'
import type { ASTNode } from './ast.ts'
import type { Inference, Typed } from './infer.ts'

/** What does not fit, with where it was to go. */
export function mismatched(inference: Inference, problem: Mismatch, at: ASTNode, place: string): Typed {
  return inference.fault(ruleOfMismatch(problem), at, `In ${place}: ${problem.message}`, problem.suggestion)
}
