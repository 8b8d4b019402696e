import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { mismatch } from './conforms.ts'
import { ask, refusal } from './oracle/library.ts'
import { createTestScope } from './scopes.ts'
import { typeText } from './typeText.ts'

/**
 * An expression over the names of a scope, and its result: type and value, its error, or the rules it breaks. `only`: why the
 * refusal, or the error, is our language's alone, so that the library accepts the expression. A case of `{"expression"}` alone is
 * filled by `FILL_CASES=1 npx vitest run tests/cases/expressions.test.ts`, if the three agree.
 */
export interface Case {
  expression: string
  scope?: string
  type?: string
  value?: unknown
  error?: string
  rules?: string[]
  only?: string
}

export interface Suite {
  file: string
  scope: string
  cases: Case[]
}

/** The three results: checker and lowered form in `ours`, the library's evaluator and checker in `reference`. */
export interface Verdict {
  ours: Case
  reference: { value: unknown } | { error: string }
  refused: string | undefined
  misfit: string | undefined
}

const FOLDER = join(import.meta.dirname, '../expressions')

export function readSuites(): Suite[] {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.json'))
  return files.map((file) => ({
    file,
    ...(JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Omit<Suite, 'file'>),
  }))
}

export function writeSuite({ file, scope, cases }: Suite): void {
  writeFileSync(
    join(FOLDER, file),
    `{ "scope": ${JSON.stringify(scope)}, "cases": [\n${cases.map((entry) => `  ${JSON.stringify(entry)}`).join(',\n')}\n] }\n`,
  )
}

export function judge(expression: string, scope: string): Verdict {
  const names = createTestScope(scope)
  const { rules, type, expr } = names.infer(expression)
  const refused = refusal(expression, names)
  if (rules.length > 0) {
    const strict = ask(expression, names, 'errors')
    const why = refused ?? ('error' in strict ? strict.error : undefined)
    return { ours: { expression, rules }, reference: strict, refused: why, misfit: undefined }
  }
  const result = names.run(expr)
  const reference = ask(expression, names)
  const ours: Case = { expression, type: typeText(type), ...result }
  return { ours, reference, refused, misfit: 'value' in result ? mismatch(result.value, type) : undefined }
}

/** Absent and null are equal anywhere in an object. */
export function present(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(present)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== null)
      .map(([name, member]) => [name, present(member)]),
  )
}

/** Errors outside of CEL's types, by rule. */
const OURS: Record<string, string> = {
  'unit-mismatch': 'units',
  'nullable-value': 'nulls',
  'enum-value': 'enums',
  'constant-condition': 'constant conditions',
  'division-by-zero': 'guarded division',
  'unknown-text': 'texts',
  'text-arguments': 'texts',
  'shadowed-name': 'shadowing',
  'untyped-value': 'untyped values',
  'function-arguments': 'literal arguments',
  'out-of-range': 'ranges',
  'raw-number': 'raw numbers',
  'currency-mismatch': 'currencies',
  'format-mismatch': 'formats',
  'unknown-field': 'kinds of objects',
  'type-mismatch': 'stricter types',
  milliseconds: 'milliseconds',
}
export const LIMITS = 'limits'
export const reasonOf = (rule: string | undefined): string => OURS[rule ?? ''] ?? 'unexplained'

/** The case completed with the results; throws when the three do not agree, so that no result of only one of them is written. */
export function filled(given: Case, scope: string): Case {
  const { ours, reference, refused, misfit: odd } = judge(given.expression, given.scope ?? scope)
  const start = { expression: given.expression, ...(given.scope === undefined ? {} : { scope: given.scope }) }
  const said = (): string =>
    `${given.expression}\n  ours: ${JSON.stringify(ours)}\n  reference: ${JSON.stringify(reference)}\n  refused: ${refused}\n  misfit: ${odd}`
  if (ours.rules) {
    const reason = reasonOf(ours.rules[0])
    if (refused === undefined && reason === 'unexplained') throw new Error(said())
    return { ...start, rules: ours.rules, ...(refused === undefined ? { only: reason } : {}) }
  }
  if (ours.error !== undefined) {
    if (!('error' in reference) && given.only !== LIMITS) throw new Error(said())
    return {
      ...start,
      type: ours.type ?? '',
      error: ours.error,
      ...(given.only === undefined ? {} : { only: given.only }),
    }
  }
  if (
    odd !== undefined ||
    refused !== undefined ||
    !('value' in reference) ||
    !isDeepStrictEqual(present(reference.value), present(ours.value))
  )
    throw new Error(said())
  return { ...start, type: ours.type ?? '', value: ours.value }
}
