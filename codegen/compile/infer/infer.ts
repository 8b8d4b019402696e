import type { Expr } from '../../../src/core/program.ts'
import { mayBeNull, nonNull, readField, BOOL, EMPTY, NULL, NUMBER, WRONG, join, listOf, literal, nullable } from '../types.ts'
import type { Field, Type } from '../types.ts'
import { comparable, show } from '../assign.ts'
import { didYouMean } from '../nearest.ts'
import type { Rule } from '../diagnostics.ts'
import constantCondition from '../../check/rules/constant-condition.ts'
import divisionByZero from '../../check/rules/division-by-zero.ts'
import enumValue from '../../check/rules/enum-value.ts'
import nullableValue from '../../check/rules/nullable-value.ts'
import typeMismatch from '../../check/rules/type-mismatch.ts'
import ungatedData from '../../check/rules/ungated-data.ts'
import unitMismatch from '../../check/rules/unit-mismatch.ts'
import unknownField from '../../check/rules/unknown-field.ts'
import unknownName from '../../check/rules/unknown-name.ts'
import untypedValue from '../../check/rules/untyped-value.ts'
import { isNull, keyOf, numberLiteral, sourceOf } from './ast.ts'
import type { ASTNode } from './ast.ts'
import { factsOf, isNonZero, narrow } from './facts.ts'
import { arithmetic, fold, ordering, sameUnit } from './operators.ts'
import type { Overload } from './operators.ts'
import { inferCall } from './calls.ts'
import type { Binding, Scope } from './scope.ts'

/** What an expression is, and the form the client runs. */
export interface Typed {
  type: Type
  expr: Expr
}

export interface ExpressionFault {
  start: number
  end: number
  message: string
  suggestion?: string
}

/** The texts of the source language, as expressions see them. */
export interface Texts {
  /** Argument names of a key's words; undefined when there is no such key. */
  arguments(key: string): ReadonlyMap<string, 'count' | 'value'> | undefined
  keys(): Iterable<string>
}

export interface World {
  texts: Texts
  /** Types that function signatures name, e.g. Quote. */
  named(name: string): Type | undefined
}

/** What one screen or part has come to use. */
export interface Uses {
  functions: Set<string>
  texts: Set<string>
}

/** Infers the type of an expression and lowers it, in one walk over its tree. */
export class Inference {
  constructor(
    readonly world: World,
    readonly uses: Uses,
    private readonly tell: (rule: Rule, fault: ExpressionFault) => void,
  ) {}

  fault(rule: Rule, node: { start: number; end: number }, message: string, suggestion?: string): Typed {
    this.tell(rule, { start: node.start, end: node.end, message, ...(suggestion === undefined ? {} : { suggestion }) })
    return { type: WRONG, expr: null }
  }

  infer(node: ASTNode, scope: Scope): Typed {
    const found = this.step(node, scope)
    if (scope.facts.size === 0 || found.type.k === 'wrong') return found
    const type = narrow(found.type, scope.facts.get(keyOf(node)))
    return type === found.type ? found : { ...found, type }
  }

  /** As `infer`, and refuses what may be null or is unknown: for operands and arguments. */
  solid(node: ASTNode, scope: Scope): Typed {
    const found = this.infer(node, scope)
    if (mayBeNull(found.type)) {
      const binding = node.op === 'id' ? scope.names.get(node.args) : undefined
      if (binding?.kind === 'value' && binding.region) {
        return this.fault(ungatedData, node, `The data "${sourceOf(node)}" may not be there yet here.`, `Put "needs": "${sourceOf(node)}" on this node or on one around it, or compare it with null.`)
      }
      return this.fault(nullableValue, node, `${sourceOf(node)} may be null here.`, 'Narrow it first: "when" with != null, a ternary, or .orValue(…).')
    }
    if (found.type.k === 'unknown' && found.type.why !== EMPTY) {
      return this.fault(untypedValue, node, `The type of ${sourceOf(node)} cannot be told: ${found.type.why}.`, 'Cast it with string(…), int(…) or double(…).')
    }
    return found
  }

  condition(node: ASTNode, scope: Scope): Typed {
    const found = this.solid(node, scope)
    if (found.type.k === 'wrong' || found.type.k === 'bool') return found
    return this.fault(typeMismatch, node, `A condition is true or false, and this is ${show(found.type)}.`)
  }

  private step(node: ASTNode, scope: Scope): Typed {
    switch (node.op) {
      case 'value':
        return this.value(node)
      case 'id':
        return this.name(node, scope)
      case '.':
        return this.field(node, scope)
      case '[]':
        return this.item(node, scope)
      case 'call':
      case 'rcall':
        return inferCall(this, node, scope)
      case 'list':
        return this.list(node.args, scope)
      case 'map':
        return this.map(node.args, scope)
      case '?:':
        return this.ternary(node.args, node, scope)
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
        return this.negative(node, scope)
      case '==':
      case '!=':
        return this.equality(node, scope)
      case 'in':
        return this.within(node, scope)
      case '<':
      case '<=':
      case '>':
      case '>=':
      case '+':
      case '-':
      case '*':
      case '/':
      case '%':
        return this.binary(node, scope)
      default:
        return this.fault(typeMismatch, node, 'Optional access is not part of this language.', 'Narrow with != null or has(…).')
    }
  }

  private value(node: ASTNode & { op: 'value' }): Typed {
    const { args } = node
    if (args === null) return { type: NULL, expr: null }
    if (typeof args === 'string') return { type: literal(args), expr: args }
    if (typeof args === 'boolean') return { type: BOOL, expr: args }
    if (typeof args === 'number') return { type: NUMBER, expr: args }
    const whole = typeof args === 'bigint' ? Number(args) : Number.NaN
    if (Number.isSafeInteger(whole)) return { type: { k: 'int', literal: true, enum: [whole] }, expr: whole }
    return this.fault(typeMismatch, node, 'This literal is not a whole number, a decimal number, a text, true, false or null.')
  }

  private name(node: ASTNode & { op: 'id' }, scope: Scope): Typed {
    const binding = scope.names.get(node.args)
    if (!binding) return this.fault(unknownName, node, `There is no "${node.args}" here.`, didYouMean(node.args, scope.names.keys()))
    return this.bound(binding, node)
  }

  private bound(binding: Binding, node: ASTNode): Typed {
    if (binding.kind === 'group') return this.fault(unknownName, node, `"${sourceOf(node)}" is not a value: name one of its members.`, [...binding.names()].slice(0, 5).map((name) => `${sourceOf(node)}.${name}`).join(', ') || undefined)
    binding.used?.()
    return { type: binding.type, expr: binding.expr }
  }

  /** The binding that a path of groups leads to, when the node is one. */
  private group(node: ASTNode, scope: Scope): Binding | undefined {
    if (node.op === 'id') return scope.names.get(node.args)
    if (node.op !== '.') return undefined
    const outer = this.group(node.args[0], scope)
    return outer?.kind === 'group' ? outer.member(node.args[1]) : undefined
  }

  private field(node: ASTNode & { op: '.' }, scope: Scope): Typed {
    const [from, name] = node.args
    const at = { start: node.pos, end: node.end }
    const outer = this.group(from, scope)
    if (outer?.kind === 'group') {
      const inner = outer.member(name)
      if (inner) return inner.kind === 'group' ? this.bound(inner, node) : this.bound(inner, node)
      return this.fault(unknownName, at, `There is no ${outer.title} "${name}".`, didYouMean(name, outer.names()))
    }
    const object = this.solid(from, scope)
    const read = this.read(object.type, name, at, from)
    return read === WRONG ? { type: WRONG, expr: null } : { type: read, expr: ['.', object.expr, name] }
  }

  /** The type of a field; of a union, only what all its objects have. */
  read(type: Type, name: string, at: { start: number; end: number }, from: ASTNode): Type {
    if (type.k === 'wrong') return WRONG
    if (type.k === 'map') return nullable(type.of)
    if (type.k === 'object') {
      const field = type.fields.get(name)
      if (field) return readField(field)
      return this.fault(unknownField, at, `There is no field "${name}" in ${sourceOf(from)}, which is ${show(type)}.`, didYouMean(name, type.fields.keys())).type
    }
    if (type.k === 'union') {
      const fields = type.options.map((option) => option.fields.get(name))
      if (fields.every((field): field is Field => field !== undefined)) {
        const [first, ...rest] = fields.map(readField)
        let joined: Type | undefined = first
        for (const one of rest) joined = joined && join(joined, one)
        return joined ?? { k: 'unknown', why: `it depends on "${type.tag}"` }
      }
      const some = fields.some((field) => field !== undefined)
      const message = some
        ? `Only some kinds of ${sourceOf(from)} have a field "${name}".`
        : `There is no field "${name}" in ${sourceOf(from)}.`
      return this.fault(unknownField, at, message, some ? `Compare ${sourceOf(from)}.${type.tag} first.` : didYouMean(name, type.options.flatMap((option) => [...option.fields.keys()]))).type
    }
    return this.fault(unknownField, at, `There is no field "${name}" in ${sourceOf(from)}, which is ${show(type)}.`).type
  }

  private item(node: ASTNode & { op: '[]' }, scope: Scope): Typed {
    const [from, index] = node.args
    const holder = this.solid(from, scope)
    const key = this.solid(index, scope)
    if (holder.type.k === 'wrong' || key.type.k === 'wrong') return { type: WRONG, expr: null }
    if (holder.type.k === 'list' && key.type.k === 'int') {
      this.uses.functions.add('at')
      return { type: nullable(holder.type.of), expr: ['f', 'at', holder.expr, key.expr] }
    }
    if (holder.type.k === 'map' && key.type.k === 'string') return { type: nullable(holder.type.of), expr: ['[]', holder.expr, key.expr] }
    if (holder.type.k === 'list' || holder.type.k === 'map') {
      return this.fault(typeMismatch, index, `${holder.type.k === 'list' ? 'A list is read by a whole number' : 'A map is read by a string'}, and this is ${show(key.type)}.`)
    }
    return this.fault(typeMismatch, node, `Only lists and maps are read with brackets, and ${sourceOf(from)} is ${show(holder.type)}.`)
  }

  private list(items: ASTNode[], scope: Scope): Typed {
    const typed = items.map((item) => this.infer(item, scope))
    let of: Type = { k: 'unknown', why: EMPTY }
    for (const [index, one] of typed.entries()) {
      const joined: Type | undefined = index === 0 ? one.type : join(of, one.type)
      const item = items[index]
      if (!joined && item) return this.fault(differ(of, one.type), item, `The items of a list are of one type, and this is ${show(one.type)} after ${show(of)}.`)
      of = joined ?? of
    }
    return { type: listOf(of), expr: ['list', ...typed.map((one) => one.expr)] }
  }

  private map(entries: [ASTNode, ASTNode][], scope: Scope): Typed {
    const fields = new Map<string, Field>()
    const flat: Expr[] = []
    for (const [key, value] of entries) {
      const typed = this.infer(value, scope)
      if (key.op !== 'value' || typeof key.args !== 'string') return this.fault(typeMismatch, key, 'The keys of a map are texts in quotes.')
      fields.set(key.args, { type: typed.type, optional: false })
      flat.push(key.args, typed.expr)
    }
    return { type: { k: 'object', closed: true, fields }, expr: ['map', ...flat] }
  }

  private ternary([test, yes, no]: [ASTNode, ASTNode, ASTNode], node: ASTNode, scope: Scope): Typed {
    const condition = this.condition(test, scope)
    const left = this.infer(yes, scope.know(factsOf(test, true)))
    const right = this.infer(no, scope.know(factsOf(test, false)))
    const type = join(left.type, right.type)
    if (!type) return this.fault(differ(left.type, right.type), node, `Both branches have one type, and these are ${show(left.type)} and ${show(right.type)}.`)
    return { type, expr: ['?:', condition.expr, left.expr, right.expr] }
  }

  private negative(node: ASTNode & { op: '-_' }, scope: Scope): Typed {
    const inner = this.solid(node.args, scope)
    if (inner.type.k === 'wrong') return inner
    if (inner.type.k === 'decimal') return { type: inner.type, expr: typeof inner.expr === 'string' ? negated(inner.expr) : ['dneg', inner.expr] }
    if (inner.type.k === 'int' && inner.type.literal && typeof inner.expr === 'number') return { type: { ...inner.type, enum: [-inner.expr] }, expr: -inner.expr }
    if (inner.type.k === 'number' || (inner.type.k === 'int' && inner.type.unit !== 'unix')) return { type: inner.type, expr: typeof inner.expr === 'number' ? -inner.expr : ['neg', inner.expr] }
    return this.fault(typeMismatch, node, `Only numbers have a minus, and this is ${show(inner.type)}.`)
  }

  private equality(node: ASTNode & { op: '==' | '!=' }, scope: Scope): Typed {
    const [a, b] = node.args
    const left = this.infer(a, scope)
    const right = this.infer(b, scope)
    if (left.type.k === 'wrong' || right.type.k === 'wrong') return { type: WRONG, expr: null }
    for (const [side, other, at] of [[left, right, b], [right, left, a]] as const) {
      if (other.type.k === 'null' && !mayBeNull(side.type) && side.type.k !== 'unknown') {
        const value = at === b ? a : b
        this.fault(constantCondition, node, `${sourceOf(value)} is never null here, so this is always ${node.op === '==' ? 'false' : 'true'}.`)
        return { type: BOOL, expr: node.op === '!=' }
      }
      if (isNull(at)) return { type: BOOL, expr: [node.op, left.expr, right.expr] }
    }
    for (const [side, at] of [[left, a], [right, b]] as const) {
      if (side.type.k === 'unknown') return this.fault(untypedValue, at, `The type of ${sourceOf(at)} cannot be told: ${side.type.why}.`, 'Cast it with string(…), int(…) or double(…).')
    }
    const [l, r] = [nonNull(left.type), nonNull(right.type)]
    if (!comparable(l, r)) return this.fault(typeMismatch, node, `${capital(show(l))} and ${show(r)} cannot be compared.`, hint(l, r))
    if (((l.k === 'decimal' && r.k === 'decimal') || (l.k === 'int' && r.k === 'int')) && !sameUnit(l, r)) {
      return this.fault(unitMismatch, node, `${capital(show(l))} is compared with ${show(r)}.`)
    }
    if (l.k === 'string' && r.k === 'string' && l.enum && r.enum && !l.enum.some((value) => r.enum?.includes(value))) {
      const [odd, values] = r.enum.length === 1 ? [b, l.enum] : [a, r.enum]
      return this.fault(enumValue, odd, `${sourceOf(odd)} is never ${show({ k: 'string', enum: odd === b ? l.enum : r.enum }).replace(/^one of /, 'one of ')}.`, didYouMean(String(odd.op === 'value' ? odd.args : ''), values))
    }
    return { type: BOOL, expr: [l.k === 'decimal' ? `d${node.op}` : node.op, left.expr, right.expr] }
  }

  private within(node: ASTNode & { op: 'in' }, scope: Scope): Typed {
    const [item, holder] = node.args
    const value = this.infer(item, scope)
    const list = this.solid(holder, scope)
    if (value.type.k === 'wrong' || list.type.k === 'wrong') return { type: WRONG, expr: null }
    if (list.type.k === 'map' && nonNull(value.type).k === 'string') return { type: BOOL, expr: ['!=', ['[]', list.expr, value.expr], null] }
    if (list.type.k !== 'list') return this.fault(typeMismatch, holder, `"in" looks into a list, and this is ${show(list.type)}.`)
    const [wanted, of] = [nonNull(value.type), nonNull(list.type.of)]
    if (of.k === 'unknown') return { type: BOOL, expr: false }
    if (!comparable(wanted, of) || wanted.k === 'decimal') return this.fault(typeMismatch, node, `A list of ${show(of)} cannot hold ${show(wanted)}.`)
    if (wanted.k === 'string' && of.k === 'string' && wanted.enum && of.enum && holder.op === 'list') {
      for (const one of holder.args) {
        if (one.op === 'value' && typeof one.args === 'string' && !wanted.enum.includes(one.args)) {
          return this.fault(enumValue, one, `${sourceOf(item)} is never "${one.args}".`, didYouMean(one.args, wanted.enum))
        }
      }
    }
    return { type: BOOL, expr: ['in', value.expr, list.expr] }
  }

  private binary(node: ASTNode & { op: '<' | '<=' | '>' | '>=' | '+' | '-' | '*' | '/' | '%' }, scope: Scope): Typed {
    const [a, b] = node.args
    const left = this.solid(a, scope)
    const right = this.solid(b, scope)
    if (left.type.k === 'wrong' || right.type.k === 'wrong') return { type: WRONG, expr: null }
    if (node.op === '+' && left.type.k === 'list' && right.type.k === 'list') {
      const joined = join(left.type, right.type)
      if (!joined) return this.noOverload(node, left.type, right.type)
      this.uses.functions.add('concat')
      return { type: joined, expr: ['f', 'concat', left.expr, right.expr] }
    }
    const isOrder = node.op[0] === '<' || node.op[0] === '>'
    const overload: Overload | undefined = isOrder ? ordering(node.op, left.type, right.type) : arithmetic(node.op, left.type, right.type)
    if (!overload) return this.noOverload(node, left.type, right.type)
    if ((node.op === '/' || node.op === '%') && !this.safeDivisor(b, scope)) {
      if (numberLiteral(b) !== undefined) return this.fault(divisionByZero, b, 'Nothing can be divided by 0.')
      return this.fault(divisionByZero, b, `${sourceOf(b)} may be 0 here.`, `Compare it with 0 first: ${sourceOf(b)} != ${right.type.k === 'decimal' ? 'decimal("0")' : '0'} ? … : ….`)
    }
    const folded = fold(overload.op, left.expr, right.expr)
    const both = left.type.k === 'int' && right.type.k === 'int' && typeof folded === 'number'
    return { type: both ? { k: 'int', literal: true, enum: [folded] } : overload.type, expr: folded ?? [overload.op, left.expr, right.expr] }
  }

  private safeDivisor(node: ASTNode, scope: Scope): boolean {
    const fixed = numberLiteral(node)
    return fixed === undefined ? isNonZero(scope.facts, keyOf(node)) : fixed !== 0
  }

  private noOverload(node: ASTNode & { op: string }, a: Type, b: Type): Typed {
    const units = (a.k === 'decimal' && b.k === 'decimal') || (a.k === 'int' && b.k === 'int')
    const text = `"${node.op}" does not work on ${show(a)} and ${show(b)}.`
    return this.fault(units ? unitMismatch : typeMismatch, node, text, hint(a, b))
  }
}

function hint(a: Type, b: Type): string | undefined {
  const kinds = new Set([a.k, b.k])
  if (kinds.has('decimal') && (kinds.has('int') || kinds.has('number'))) return 'Write the number as decimal("…").'
  if (kinds.has('int') && kinds.has('number')) return 'Write a whole number with a point, as 2.0, or use int(…) or double(…).'
  if (kinds.has('string')) return 'Make the other a string: string(…), money(…), number(…) and the like.'
  if (a.k === 'decimal' && b.k === 'decimal' && (a.unit === 'percent') !== (b.unit === 'percent')) return 'Write percentOf(amount, percentage).'
  return undefined
}

/** Two kinds of number are told apart by their units, anything else by its type. */
const differ = (a: Type, b: Type): Rule => ((a.k === 'decimal' || a.k === 'int') && a.k === b.k ? unitMismatch : typeMismatch)

const negated = (text: string): string => (text.startsWith('-') ? text.slice(1) : `-${text}`)
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
