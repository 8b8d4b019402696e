import type { Typed, ExpressionFault, TypeEnv, Uses, Inference } from './inference.ts'
import { showType } from '../assign.ts'
import type { Rule, Suggestion } from '../diagnostics.ts'
import { BOOL, EMPTY_LIST, NULL, NUMBER, WRONG, literal, mayBeNull } from '../types.ts'
import nullableValue from '../../check/rules/nullable-value.ts'
import typeMismatch from '../../check/rules/type-mismatch.ts'
import unawaitedQuery from '../../check/rules/unawaited-query.ts'
import untypedValue from '../../check/rules/untyped-value.ts'
import { inferBinary, inferNegative } from './arithmetic.ts'
import { keyOf, sourceOf } from './ast.ts'
import type { ASTNode } from './ast.ts'
import { inferCall } from './calls.ts'
import { inferIn, inferList, inferMap } from './collections.ts'
import { inferEquality, inferTernary } from './comparing.ts'
import { factsOf, narrow } from './facts.ts'
import { inferField, inferItem, inferName } from './names.ts'
import type { Scope } from './scope.ts'

/** Infers the type of an expression and lowers it, in one walk over its tree. */
export class ExpressionInference implements Inference {
  constructor(
    readonly env: TypeEnv,
    readonly uses: Uses,
    private readonly emit: (rule: Rule, fault: ExpressionFault) => void,
  ) {}

  report(rule: Rule, node: { start: number; end: number }, message: string, suggestion?: Suggestion): Typed {
    this.emit(rule, { start: node.start, end: node.end, message, ...(suggestion === undefined ? {} : { suggestion }) })
    return { type: WRONG, expr: null }
  }

  infer(node: ASTNode, scope: Scope): Typed {
    const typed = this.step(node, scope)
    if (scope.facts.size === 0 || typed.type.k === 'wrong') return typed
    const type = narrow(typed.type, scope.facts.get(keyOf(node)))
    return type === typed.type ? typed : { ...typed, type }
  }

  /** As `infer`, and reports a nullable or unknown type: for operands and arguments. */
  inferKnown(node: ASTNode, scope: Scope): Typed {
    const typed = this.infer(node, scope)
    if (mayBeNull(typed.type)) {
      const binding = node.op === 'id' ? scope.names.get(node.args) : undefined
      if (binding?.kind === 'value' && binding.query) {
        return this.report(
          unawaitedQuery,
          node,
          `The query "${sourceOf(node)}" may not have data here.`,
          `Put "waitFor": "${sourceOf(node)}" on this node or on one around it, or compare it with null.`,
        )
      }
      return this.report(
        nullableValue,
        node,
        `${sourceOf(node)} may be null here.`,
        'Narrow it first: "visible" with != null, a ternary, or .orValue(…).',
      )
    }
    if (typed.type.k === 'unknown' && typed.type.why !== EMPTY_LIST) {
      return this.report(
        untypedValue,
        node,
        `The type of ${sourceOf(node)} cannot be inferred: ${typed.type.why}.`,
        'Cast it with string(…), int(…) or double(…).',
      )
    }
    return typed
  }

  condition(node: ASTNode, scope: Scope): Typed {
    const typed = this.inferKnown(node, scope)
    if (typed.type.k === 'wrong' || typed.type.k === 'bool') return typed
    return this.report(typeMismatch, node, `A condition is true or false, and this is ${showType(typed.type)}.`)
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
        return this.report(
          typeMismatch,
          node,
          'Optional access is not part of this language.',
          'Narrow with != null or has(…).',
        )
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
    return this.report(
      typeMismatch,
      node,
      'This literal is not a whole number, a decimal number, a text, true, false or null.',
    )
  }
}
