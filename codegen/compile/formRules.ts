import type { FormRule } from '../../src/core/program.ts'
import { itemsOf, member, stringAt } from './source.ts'
import type { Source } from './source.ts'
import type { Contract } from './contract.ts'
import type { Reporter } from './reporter.ts'
import { didYouMean } from './nearest.ts'
import type { Schema } from './schema.ts'
import { nonNull, typeOf } from './types.ts'
import { Scope } from './infer/scope.ts'
import { resolveAll } from './infer/unitRefs.ts'
import { CompilationUnit, isExpression } from './compilationUnit.ts'
import contractShape from '../check/rules/contract-shape.ts'
import unknownForm from '../check/rules/unknown-form.ts'
import unknownText from '../check/rules/unknown-text.ts'

const EMPTY_INDEX = { routes: new Map(), part: () => 'missing' as const, partIds: () => [] }

/** The rules between fields of a form, and the texts it shows. A rule speaks only when every field it reads is filled, so no field is null in it. */
export function checkFormRules(
  source: Source,
  contract: Contract,
  fields: Readonly<Record<string, Schema>>,
  reporter: Reporter,
  texts: string[],
  functions: Set<string>,
): FormRule[] {
  const unit = new CompilationUnit(source, contract, EMPTY_INDEX, 'part', 'form')
  let scope = Scope.of([])
  const types = resolveAll(
    new Map(Object.entries(fields).map(([name, schema]) => [name, nonNull(typeOf(schema))])),
    (name) => name,
  )
  for (const [name, type] of types) scope = scope.bind(name, type)
  const rules: FormRule[] = []
  itemsOf(member(source.root, 'rules')).forEach((node, index) => {
    const check = member(node, 'check')
    const path = `rules/${index}/check`
    if (!check || !isExpression(check)) {
      unit.report(contractShape, check ?? node, path, 'A rule has a "check": an expression over the fields.')
      return
    }
    const typed = unit.condition(check, path, scope)
    const field = stringAt(node, 'field') ?? ''
    if (!hasPath({ properties: fields }, field.split('.')))
      unit.report(
        unknownForm,
        member(node, 'field') ?? node,
        `rules/${index}/field`,
        `The form has no field "${field.slice(0, 100)}".`,
        didYouMean(field, Object.keys(fields)),
      )
    const message = stringAt(node, 'message') ?? ''
    texts.push(message)
    if (typed) rules.push({ check: typed.expr, field, message })
  })
  for (const text of new Set(texts)) {
    if (contract.texts.arguments(text)) continue
    const at = source.text.indexOf(`"${text}"`)
    unit.report(
      unknownText,
      { start: Math.max(0, at), end: Math.max(0, at) + text.length + 2 },
      '',
      `There is no text "${text}" in locales/en.json.`,
      didYouMean(text, contract.texts.keys()),
    )
  }
  for (const name of unit.used.functions) functions.add(name)
  for (const diagnostic of unit.reporter.diagnostics) reporter.diagnostics.push(diagnostic)
  return rules
}

/** Whether a form may have a value at this path. */
function hasPath({ properties, additionalProperties, items }: Schema, [step, ...rest]: readonly string[]): boolean {
  if (step === undefined) return true
  if (items) return /^\d+$/.test(step) && hasPath(items, rest)
  const own = properties && Object.hasOwn(properties, step) ? properties[step] : undefined
  const inner = own ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined)
  // The properties inside a choice of alternatives are unknown.
  return inner ? hasPath(inner, rest) || (rest.length > 0 && Object.keys(inner).length === 0) : false
}
