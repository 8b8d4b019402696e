import type { Json } from '../../core/program.ts'
import { setValue } from '../model/document.ts'
import { kindOf, readForm, textIn, type FieldKind, type FormField } from './fields.ts'

export const COMPARISONS = [
  { sign: '>', words: 'is more than' },
  { sign: '>=', words: 'is at least' },
  { sign: '<', words: 'is less than' },
  { sign: '<=', words: 'is at most' },
  { sign: '==', words: 'is the same as' },
  { sign: '!=', words: 'is another than' },
] as const
export type Sign = (typeof COMPARISONS)[number]['sign']

/** A rule between two fields, or a field and a value. */
export interface Comparison {
  left: string
  sign: Sign
  /** The name of another field, or a value. */
  right: { field: string } | { value: string }
}

export interface FormRule {
  /** Undefined for a rule that is more than a comparison: it is edited as code. */
  comparison: Comparison | undefined
  check: string
  /** Where the message is shown. */
  field: string
  /** The key of a text. */
  message: string
}

const RULE = /^=(\w+) (==|!=|>=|<=|>|<) (?:(\w+)|decimal\('([^']*)'\)|'([^']*)')$/

/** The rules of a form. */
export const rulesOf = (text: string): FormRule[] =>
  (readForm(text)?.rules ?? []).map((rule) => {
    const { check = '', field = '', message = '' } = (typeof rule === 'object' ? rule : {}) as Record<string, Json>
    return {
      check: textIn(check),
      field: textIn(field),
      message: textIn(message),
      comparison: comparisonOf(textIn(check)),
    }
  })

export function comparisonOf(check: string): Comparison | undefined {
  const [, left, sign, name, decimal, words] = RULE.exec(check) ?? []
  if (left === undefined || sign === undefined || name === 'null') return undefined
  const right =
    name === undefined
      ? { value: decimal ?? words ?? '' }
      : /^\d+$/.test(name) || name === 'true' || name === 'false'
        ? { value: name }
        : { field: name }
  return { left, sign: sign as Sign, right }
}

/** The comparisons that make sense for a field. */
export const signsOf = (kind: FieldKind | undefined): readonly Sign[] =>
  kind === 'amount' || kind === 'integer' || kind === 'date' ? ['>', '>=', '<', '<=', '==', '!='] : ['==', '!=']

/** The expression of a comparison. A rule is judged once the fields that it reads are filled. */
export function checkOf({ left, sign, right }: Comparison, fields: readonly FormField[]): string {
  const field = fields.find(({ name }) => name === left)
  return `=${left} ${sign} ${'field' in right ? right.field : literalOf(right.value, field)}`
}

function literalOf(value: string, field: FormField | undefined): string {
  const kind = field && kindOf(field.schema, field.ui)
  const text = value.replaceAll("'", '’')
  const digits = text
    .replace(',', '.')
    .replaceAll(/[^\d.-]/g, '')
    .replace(/^(-?)0+(?=\d)/, '$1')
  if (kind === 'amount') return `decimal('${digits === '' ? '0' : digits}')`
  if (kind === 'integer') return String(Math.trunc(Number(digits)) || 0)
  if (kind === 'yesNo') return text === 'false' ? 'false' : 'true'
  return `'${text}'`
}

/** Sets a rule, adds one at the end, or removes it (undefined). */
export function setRule(text: string, index: number, rule: Omit<FormRule, 'comparison'> | undefined): string {
  const rules = readForm(text)?.rules ?? []
  if (rule === undefined)
    return setValue(
      text,
      'rules',
      rules.filter((_, at) => at !== index),
    )
  const value = { check: rule.check, field: rule.field, message: rule.message }
  return index < rules.length ? setValue(text, `rules/${index}`, value) : setValue(text, 'rules', [...rules, value])
}
