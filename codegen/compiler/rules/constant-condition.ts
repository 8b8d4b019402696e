import { canonicalJson } from '../../../src/engine/language/values/canonicalJson.ts'
import type { Rule, ReportRange } from '../rule.ts'
import type { Comparison } from '../flow/contradictions.ts'
import {
  COMPARISONS,
  contradiction,
  excludes,
  flip,
  isConstant,
  literalOf,
  operandsOf,
} from '../flow/contradictions.ts'
import { withoutSourcePaths } from '../compare/nodeComparison.ts'
import type { Report } from '../source/findings/diagnostics.ts'
import { walkScreen } from '../flow/walk.ts'
import type { ASTNode } from '../infer/ast.ts'
import { isNull, numberLiteral, sourceOf, stringLiteral, visitAst } from '../infer/ast.ts'
import { canonicalText } from '../infer/astKey.ts'

const rule: Rule = {
  meta: {
    name: 'constant-condition',
    severity: 'warning',
    contradiction: 'found',
    follows: {
      // A query that reads itself has no first value.
      'query-cycle': 'near',
      // A query that is never sent has no login before it.
      'login-needed': 'near',
      // A query that is never sent has no data.
      'never-sent': 'file',
      // A schema without a value decides every comparison.
      'impossible-schema': 'contract',
    },
    doc: 'A condition can be true and can be false, and an operator has two different sides.',
  },
  on: {
    screen({ screen, contract }, report) {
      walkScreen(screen, {
        actions: contract.actions,
        step(step) {
          const branches = contract.actions.get(step.action)?.branches ?? {}
          const [then, otherwise] = ['x-when', 'x-unless'].map((keyword) => {
            const branch = Object.keys(branches).find((name) => keyword in (branches[name] ?? {}))
            return branch === undefined ? undefined : step.branches?.[branch]
          })
          if (!then || !otherwise || then.length === 0) return
          if (canonicalJson(withoutSourcePaths(then)) === canonicalJson(withoutSourcePaths(otherwise)))
            report(sameSteps(), step.sourcePath)
        },
      })
    },
    expression({ ast }, report) {
      visitAst(ast, (operand, outer) => {
        const always = constantComparison(operand) ?? constantOperation(operand)
        if (always) report(always, operand)
        const neutral = neutralOperand(operand)
        if (neutral) report(changesNothing(operand.op, neutral), operand)
        if (outer === undefined && isCondition(operand) && isConstant(operand)) report(readsNothing(), operand)
        if (operand.op === '?:') {
          checkRepeatedTests(operand.args, report)
          if (canonicalText(operand.args[1]) === canonicalText(operand.args[2]))
            report(sameBranches(operand.args[2]), operand)
          const absent = readWhereNull(operand.args)
          if (absent) report(isNullThere(absent), absent)
        }
        if ((operand.op !== '&&' && operand.op !== '||') || outer === operand.op) return
        const parts = operandsOf(operand, operand.op)
        const seen = new Set<string>()
        for (const part of parts) {
          if (seen.has(canonicalText(part))) report(writtenTwice(part), part)
          seen.add(canonicalText(part))
        }
        const odd = contradiction(parts, operand.op === '&&')
        if (odd) report(contradicts(...odd, operand.op), odd[1])
      })
    },
    allValuesListed: ({ source }, report) => report({ code: 'listsAll', params: { source } }),
    emptyListTested: (_, report) => report({ code: 'listsNone' }),
    neverNull: ({ source, always }, report) =>
      report({ code: 'neverNull', params: { source, always: String(always) } }),
    comparedWithOnlyValue: ({ source, value, always }, report) =>
      report({ code: 'onlyValue', params: { source, value, always: String(always) } }),
    literalOfOtherForm: ({ source, form, literal, always }, report) =>
      report({
        code: literal === '' ? 'neverEmpty' : 'otherForm',
        params: { source, form, literal: literal.slice(0, 40), always: String(always) },
      }),
    comparisonDecided: ({ source, numbers, always, narrowed }, report) =>
      report({
        code: narrowed ? (always ? 'inRangeAround' : 'outOfRangeAround') : 'outOfRange',
        params: { source, numbers, always: String(always) },
      }),
    conditionProved: ({ source, always }, report) =>
      report({ code: always ? 'alwaysTrueAround' : 'alwaysFalseAround', params: { source } }),
    memberAlwaysThere: ({ source }, report) => report({ code: 'alwaysThere', params: { source } }),
    fallbackNeverUsed: ({ source }, report) => report({ code: 'fallbackNeverUsed', params: { source } }),
    conditionReadsNothing: (_, report) => report(readsNothing()),
    conditionIgnoresItem: ({ name }, report) => report({ code: 'sameForAllItems', params: { name } }),
  },
}
export default rule

const writtenTwice = (part: ASTNode): Report => ({
  code: 'writtenTwice',
  params: { part: sourceOf(part) },
})

const contradicts = (a: ASTNode, b: ASTNode, op: '&&' | '||'): Report => ({
  code: op === '&&' ? 'neverBoth' : 'alwaysOne',
  params: { a: sourceOf(a), b: sourceOf(b) },
})

const sameSides = (side: ASTNode, always: boolean): Report => ({
  code: 'sameSides',
  params: { side: sourceOf(side), always: String(always) },
})

const sizeInRange = (always: boolean): Report => ({
  code: 'sizeInRange',
  params: { always: String(always) },
})

const testedAround = (test: ASTNode, always: boolean): Report => ({
  code: 'testedAround',
  params: { test: sourceOf(test), always: String(always) },
})

const readsNothing = (): Report => ({
  code: 'readsNothing',
})

const sameSteps = (): Report => ({
  code: 'sameSteps',
})

const sameOperands = (side: ASTNode, result: string): Report => ({
  code: 'sameOperands',
  params: { side: sourceOf(side), result },
})

const subtractedTwice = (value: ASTNode): Report => ({
  code: 'subtractedTwice',
  params: { value: sourceOf(value) },
})

const changesNothing = (op: string, operand: ASTNode): Report => ({
  code: 'changesNothing',
  params: { op, operand: sourceOf(operand) },
})

const isNullThere = (value: ASTNode): Report => ({
  code: 'isNullThere',
  params: { value: sourceOf(value) },
})

const sameBranches = (branch: ASTNode): Report => ({
  code: 'sameBranches',
  params: { branch: sourceOf(branch) },
})

/** Why a comparison always has the same result: equal sides, or a size compared with a number outside of its range. */
function constantComparison(node: ASTNode): Report | undefined {
  if (!COMPARISONS.has(node.op)) return undefined
  const op = node.op as Comparison
  const [left, right] = node.args as [ASTNode, ASTNode]
  if (literalOf(left) === undefined && canonicalText(left) === canonicalText(right))
    return sameSides(left, op === '==' || op === '<=' || op === '>=')
  const [value, literal, direction] =
    numberLiteral(right) === undefined ? [right, numberLiteral(left), flip(op)] : [left, numberLiteral(right), op]
  if (literal === undefined || (value.op !== 'call' && value.op !== 'rcall') || value.args[0] !== 'size')
    return undefined
  if (literal < 0) return sizeInRange(direction === '>' || direction === '>=' || direction === '!=')
  return literal === 0 && (direction === '<' || direction === '>=') ? sizeInRange(direction === '>=') : undefined
}

/** An operation with the same value on both sides: `a - a`, `a / a`, `min(a, a)`. */
function constantOperation(node: ASTNode): Report | undefined {
  if (node.op === '-' && node.args[0].op === '-' && canonicalText(node.args[0].args[1]) === canonicalText(node.args[1]))
    return subtractedTwice(node.args[1])
  const [left, right] =
    node.op === 'call' && ['min', 'max'].includes(node.args[0])
      ? node.args[1]
      : ['-', '/', '%'].includes(node.op)
        ? (node.args as [ASTNode, ASTNode])
        : []
  if (!left || !right || numberLiteral(left) !== undefined || canonicalText(left) !== canonicalText(right))
    return undefined
  return sameOperands(left, node.op === '/' ? '1' : node.op === 'call' ? sourceOf(left) : '0')
}

/** The operand of an operation that changes nothing: `a + 0`, `a * 1`, `a + ''`. */
function neutralOperand(node: ASTNode): ASTNode | undefined {
  if (!['+', '-', '*', '/'].includes(node.op)) return undefined
  const operands = node.args as [ASTNode, ASTNode]
  const places = node.op === '+' || node.op === '*' ? operands : operands.slice(1)
  const neutral = node.op === '+' || node.op === '-' ? 0 : 1
  return places.find((place) => numberLiteral(place) === neutral || (node.op === '+' && stringLiteral(place) === ''))
}

const isCondition = ({ op }: ASTNode): boolean =>
  COMPARISONS.has(op) || op === '&&' || op === '||' || op === '!_' || op === 'in'

/** The value that a branch reads although the test of the ternary proves that it is null there. */
function readWhereNull([test, yes, no]: readonly [ASTNode, ASTNode, ASTNode]): ASTNode | undefined {
  if (test.op !== '==' && test.op !== '!=') return undefined
  const [left, right] = test.args
  const value = isNull(right) ? left : isNull(left) ? right : undefined
  const branch = test.op === '==' ? yes : no
  return value && canonicalText(branch) === canonicalText(value) ? branch : undefined
}

/** Ternaries within the branches of a ternary that test the same condition, or its opposite, again. */
function checkRepeatedTests([test, yes, no]: readonly [ASTNode, ASTNode, ASTNode], report: ReportRange): void {
  for (const [branch, truth] of [
    [yes, true],
    [no, false],
  ] as const)
    visitAst(branch, (operand) => {
      if (operand.op !== '?:') return
      const [inner] = operand.args
      const always = [true, false].find((result) => excludes(test, truth, inner, !result))
      if (always !== undefined) report(testedAround(test, always), inner)
    })
}
