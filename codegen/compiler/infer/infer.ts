import type { Found } from '../events.ts'
import type { Typed, TypeEnv, Uses, Inference } from './inference.ts'
import { WRONG_TYPED } from './inference.ts'
import { BOOL, EMPTY_LIST, NULL, NUMBER, literal, mayBeNull } from './types.ts'
import { inferBinary, inferNegative } from './arithmetic.ts'
import { sourceOf } from './ast.ts'
import type { ASTNode } from './ast.ts'
import { keyOf } from './astKey.ts'
import { inferCall } from './calls.ts'
import { inferIn, inferList, inferMap } from './collections.ts'
import { inferEquality, inferTernary } from './comparing.ts'
import { factsAbout, factsOf, narrow, provedResult } from './facts.ts'
import { inferField, inferItem, inferName } from './names.ts'
import type { Scope } from './scope.ts'
import { COMPARISONS } from '../flow/contradictions.ts'
import type { SymbolRef } from '../source/names/mention.ts'
import type { Type } from './types.ts'
import type { Range } from '../source/source.ts'

/** Infers the type of an expression and lowers it, in one walk over its tree. */
export class ExpressionInference implements Inference {
  constructor(
    readonly env: TypeEnv,
    readonly uses: Uses,
    private readonly found: (found: Found, range: Range) => void,
    readonly mention: (symbol: SymbolRef, at: Range, composed?: true) => void = () => {},
    private readonly observe?: (type: Type, at: Range, scope: Scope) => void,
  ) {}

  emit(found: Found, { start, end }: Range): Typed {
    this.found(found, { start, end })
    return WRONG_TYPED
  }

  infer(node: ASTNode, scope: Scope): Typed {
    const typed = this.narrowed(node, scope)
    this.observe?.(typed.type, node, scope)
    return typed
  }

  private narrowed(node: ASTNode, scope: Scope): Typed {
    const typed = this.step(node, scope)
    if (scope.facts.size === 0 || typed.type.k === 'wrong') return typed
    const type = narrow(typed.type, factsAbout(scope.facts, keyOf(node)))
    return type === typed.type ? typed : { ...typed, type }
  }

  /** As `infer`, and reports a nullable or unknown type: for operands and arguments. */
  inferKnown(node: ASTNode, scope: Scope): Typed {
    const typed = this.infer(node, scope)
    if (mayBeNull(typed.type)) {
      const binding = node.op === 'id' ? scope.names.get(node.args) : undefined
      if (binding?.kind === 'value' && binding.query) {
        return this.emit({ event: 'queryMayHaveNoData', query: sourceOf(node) }, node)
      }
      return this.emit({ event: 'valueMayBeNull', source: sourceOf(node) }, node)
    }
    if (typed.type.k === 'unknown' && typed.type.why !== EMPTY_LIST) {
      return this.emit({ event: 'typeNotInferred', source: sourceOf(node), why: typed.type.why }, node)
    }
    return typed
  }

  condition(node: ASTNode, scope: Scope): Typed {
    const typed = this.inferKnown(node, scope)
    const result = COMPARISONS.has(node.op) ? undefined : provedResult(node, scope.facts)
    if (result !== undefined && typed.type.k === 'bool')
      this.emit({ event: 'conditionProved', source: sourceOf(node), always: result }, node)
    if (typed.type.k === 'wrong' || typed.type.k === 'bool') return typed
    return this.emit({ event: 'conditionNotBoolean', type: typed.type }, node)
  }

  private step(node: ASTNode, scope: Scope): Typed {
    switch (node.op) {
      case 'value':
        return this.value(node)
      case 'id':
        return inferName(this, node, scope)
      case '.':
        return inferField(this, node, scope)
      case '[]':
        return inferItem(this, node, scope)
      case 'call':
      case 'rcall':
        return inferCall(this, node, scope)
      case 'list':
        return inferList(this, node.args, scope)
      case 'map':
        return inferMap(this, node.args, scope)
      case '?:':
        return inferTernary(this, node.args, node, scope)
      case '&&':
      case '||': {
        const left = this.condition(node.args[0], scope)
        const right = this.condition(node.args[1], scope.know(factsOf(node.args[0], node.op === '&&')))
        return { type: BOOL, expr: [node.op, left.expr, right.expr] }
      }
      case '!_': {
        const inner = this.condition(node.args, scope)
        return inner.type.k === 'wrong' ? inner : { type: BOOL, expr: ['!', inner.expr] }
      }
      case '-_':
        return inferNegative(this, node, scope)
      case '==':
      case '!=':
        return inferEquality(this, node, scope)
      case 'in':
        return inferIn(this, node, scope)
      case '<':
      case '<=':
      case '>':
      case '>=':
      case '+':
      case '-':
      case '*':
      case '/':
      case '%':
        return inferBinary(this, node, scope)
      default:
        return this.emit({ event: 'optionalAccess' }, node)
    }
  }

  private value(node: ASTNode & { op: 'value' }): Typed {
    const { args } = node
    if (args === null) return { type: NULL, expr: null }
    if (typeof args === 'string') return { type: literal(args), expr: args }
    if (typeof args === 'boolean') return { type: BOOL, expr: args }
    if (typeof args === 'number') return { type: NUMBER, expr: args }
    const integer = typeof args === 'bigint' ? Number(args) : Number.NaN
    if (Number.isSafeInteger(integer)) return { type: { k: 'int', literal: true, enum: [integer] }, expr: integer }
    return this.emit({ event: 'unknownLiteral' }, node)
  }
}
