import type { FormRule } from '../../src/core/program.ts'
import { itemsOf, member, stringAt } from './source.ts'
import type { Source } from './source.ts'
import type { Contract } from './contract.ts'
import type { Reporter } from './reporter.ts'
import type { Schema } from './schema.ts'
import { nonNull, typeOf } from './types.ts'
import { pathKey } from './infer/astKey.ts'
import { Scope } from './infer/scope.ts'
import { resolveAll } from './infer/unitRefs.ts'
import { CompilationUnit, isExpression } from './compilationUnit.ts'
import { ruleWithoutCheck } from '../check/rules/contract-shape.ts'
import { noFormField } from '../check/rules/unknown-form.ts'
import { unknownKey } from '../check/rules/unknown-text.ts'

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
    (name) => pathKey(name),
  )
  for (const [name, type] of types) scope = scope.bind(name, type)
  const rules: FormRule[] = []
  itemsOf(member(source.root, 'rules')).forEach((node, index) => {
    const check = member(node, 'check')
    const path = `rules/${index}/check`
    if (!check || !isExpression(check)) {
      unit.report(ruleWithoutCheck(), check ?? node, path)
      return
    }
    const typed = unit.condition(check, path, scope)
    const field = stringAt(node, 'field') ?? ''
    if (!hasPath({ properties: fields }, field.split('.')))
      unit.report(
        noFormField(field.slice(0, 100), Object.keys(fields)),
        member(node, 'field') ?? node,
        `rules/${index}/field`,
      )
    const message = stringAt(node, 'message') ?? ''
    texts.push(message)
    if (typed) rules.push({ check: typed.expr, field, message })
  })
  for (const text of new Set(texts)) {
    if (contract.texts.arguments(text)) continue
    const at = source.text.indexOf(`"${text}"`)
    unit.report(
      unknownKey(text, contract.texts.keys()),
      { start: Math.max(0, at), end: Math.max(0, at) + text.length + 2 },
      '',
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
