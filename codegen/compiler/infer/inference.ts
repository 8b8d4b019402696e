import type { Expr } from '../../../src/engine/language/expressions/program.ts'
import type { Signatures } from '../contract/functions.ts'
import type { Texts } from '../contract/contract.ts'
import type { Found } from '../events.ts'
import type { SymbolRef } from '../source/names/mention.ts'
import type { Range } from '../source/source.ts'
import { WRONG, WRONG_EXPR } from './types.ts'
import type { Type } from './types.ts'
import type { ASTNode } from './ast.ts'
import type { Scope } from './scope.ts'
import type { Message } from '../source/textCatalogue.ts'

/** The type of an expression, and its lowered form for the client. */
export interface Typed {
  type: Type
  expr: Expr
}

/** An expression with an error that is reported: every operator, call and place accepts it, and its value is nothing that a rule can judge. */
export const WRONG_TYPED: Typed = { type: WRONG, expr: WRONG_EXPR }

export interface TypeEnv {
  texts: Texts
  signatures: Signatures
  /** Types that function signatures name, e.g. Quote. */
  named(name: string): Type | undefined
  /** Advice for a name that is in scope elsewhere only. */
  known(name: string): Message | undefined
}

/** Names used by one screen or part. */
export interface Uses {
  use(kind: 'functions' | 'texts', name: string): void
}

/** Operations that the inference of one kind of expression needs from the others. */
export interface Inference {
  readonly env: TypeEnv
  readonly uses: Uses
  /** The type of an expression that is wrong. */
  emit(found: Found, node: Range): Typed
  /** Notes that a range of the expression names something. */
  mention(symbol: SymbolRef, at: Range, composed?: true): void
  infer(node: ASTNode, scope: Scope): Typed
  /** As `infer`, and reports a nullable or unknown type: for operands and arguments. */
  inferKnown(node: ASTNode, scope: Scope): Typed
  /** As `inferKnown`, and reports a type that is no boolean. */
  condition(node: ASTNode, scope: Scope): Typed
}
