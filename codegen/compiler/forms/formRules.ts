import type { Expr, FormRule } from '../../../src/engine/language/expressions/program.ts'
import { isOperation, operationsOf, readsLocal, sameExpr } from '../../../src/engine/language/expressions/visit.ts'
import { itemsOf, member, stringAt } from '../source/source.ts'
import type { JsonNode, Source } from '../source/source.ts'
import type { Signatures } from '../contract/functions.ts'
import type { Contract } from '../contract/contract.ts'
import type { Reporter } from '../source/findings/reporter.ts'
import type { Schema } from '../contract/schema.ts'
import { nonNull, typeOf } from '../infer/types.ts'
import { pathKey } from '../infer/astKey.ts'
import { Scope } from '../infer/scope.ts'
import { resolveAll } from '../infer/unitRefs.ts'
import { CompilationUnit, isExpression } from '../lower/compilationUnit.ts'

const WITHOUT_PARTS = { routes: new Map(), part: () => 'missing' as const, partIds: () => [] }

/** The rules between fields of a form, and the texts it shows. A rule speaks only when every field it reads is filled, so no field is null in it. */
export function checkFormRules(
  source: Source,
  contract: Contract,
  fields: Readonly<Record<string, Schema>>,
  reporter: Reporter,
  texts: string[],
  functions: Set<string>,
): FormRule[] {
  const unit = new CompilationUnit(source, contract, { ...WITHOUT_PARTS, rules: reporter.rules }, 'part', 'form')
  let scope = Scope.of([])
  const types = resolveAll(
    new Map(Object.entries(fields).map(([name, schema]) => [name, nonNull(typeOf(schema))])),
    (name) => pathKey(name),
  )
  for (const [name, type] of types) scope = scope.bind(name, type)
  const rules: FormRule[] = []
  itemsOf(member(source.root, 'rules')).forEach((node, index) => {
    const check = member(node, 'check')
    const path = `rules/${index}/check`
    if (!check || !isExpression(check)) {
      unit.emit({ event: 'formRuleWithoutCheck' }, check ?? node, path)
      return
    }
    const typed = unit.condition(check, path, scope)
    for (const name of typed ? environmentCalls(typed.expr, contract.signatures) : [])
      unit.emit({ event: 'formNeedsEnvironment', call: name }, check, path)
    const field = stringAt(node, 'field') ?? ''
    if (!hasPath({ properties: fields }, field.split('.')))
      unit.emit(
        { event: 'unknownFormField', field: field.slice(0, 100), fields: Object.keys(fields) },
        member(node, 'field') ?? node,
        `rules/${index}/field`,
      )
    else if (typed && fields[field]?.['x-unit'] !== undefined && allowsZero(typed.expr, field))
      unit.emit({ event: 'zeroAllowed', field }, check, path)
    else if (typed && fields[field]?.['x-unit'] !== undefined && refusesAmounts(typed.expr, field))
      unit.emit({ event: 'noAmountAllowed', field }, check, path)
    const message = stringAt(node, 'message') ?? ''
    if (message === '')
      unit.emit(
        { event: 'unknownText', key: message, keys: contract.texts.keys() },
        member(node, 'message') ?? node,
        `rules/${index}/message`,
      )
    else texts.push(message)
    if (typed) rules.push({ check: typed.expr, field, message })
  })
  for (const [name, at] of repetitionsOf(source, fields))
    if (!rules.some(({ check }) => isRepetition(check, name, `${name}${REPETITION}`)))
      unit.emit(
        { event: 'notRepeated', field: name, repetition: `${name}${REPETITION}` },
        at,
        `schema/properties/${name}${REPETITION}`,
      )
  for (const text of new Set(texts)) {
    if (contract.texts.arguments(text)) continue
    const at = source.text.indexOf(`"${text}"`)
    unit.emit(
      { event: 'unknownText', key: text, keys: contract.texts.keys() },
      { start: Math.max(0, at), end: Math.max(0, at) + text.length + 2 },
      '',
    )
  }
  for (const name of unit.used.functions) functions.add(name)
  for (const diagnostic of unit.reporter.diagnostics) reporter.diagnostics.push(diagnostic)
  return rules
}

/** The functions of an expression that are not available in a rule: it is evaluated on the server too, with the values of the form only. */
const environmentCalls = (check: Expr, signatures: Signatures): ReadonlySet<string> =>
  new Set(
    operationsOf(check).flatMap((operation) => {
      if (operation[0] === 't') return ['text']
      return operation[0] === 'f' && signatures[operation[1]]?.environment === true ? [operation[1]] : []
    }),
  )

/** A field with this ending is typed a second time. */
const REPETITION = 'Confirm'

/** The fields that are typed twice, with the position of the second one. */
function repetitionsOf(source: Source, fields: Readonly<Record<string, Schema>>): [string, JsonNode][] {
  const properties = member(member(source.root, 'schema'), 'properties')
  return Object.keys(fields).flatMap((name): [string, JsonNode][] => {
    const at = properties && member(properties, `${name}${REPETITION}`)
    return at ? [[name, at]] : []
  })
}

const isRepetition = (check: Expr, first: string, second: string): boolean =>
  isOperation(check) && check[0] === '==' && [first, second].every((name) => readsLocal(check, name))

/** Whether a check is that the amount of a field is at least 0: a payment of 0 is none. */
const allowsZero = (check: Expr, field: string): boolean =>
  isOperation(check) && check[0] === 'd>=' && sameExpr(check[1], ['v', field]) && Number(check[2]) === 0

/** Whether a rule refuses every amount above 0: it compares the field with 0 the wrong way round. */
const refusesAmounts = (check: Expr, field: string): boolean => {
  if (!isOperation(check)) return false
  const isField = (expr: unknown): boolean => sameExpr(expr as Expr, ['v', field])
  if (['d<', 'd<=', 'd=='].includes(check[0])) return isField(check[1]) && isZero(check[2])
  return ['d>', 'd>='].includes(check[0]) && isZero(check[1]) && isField(check[2])
}
const isZero = (expr: unknown): boolean => typeof expr === 'string' && Number(expr) === 0

/** Whether a form may have a value at this path. */
function hasPath({ properties, additionalProperties, items }: Schema, [step, ...rest]: readonly string[]): boolean {
  if (step === undefined) return true
  if (items) return /^\d+$/.test(step) && hasPath(items, rest)
  const own = properties && Object.hasOwn(properties, step) ? properties[step] : undefined
  const inner = own ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined)
  // The properties inside a choice of alternatives are unknown.
  return inner ? hasPath(inner, rest) || (rest.length > 0 && Object.keys(inner).length === 0) : false
}
