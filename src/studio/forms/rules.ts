import { parseExpression, type ASTNode } from '../../../codegen/compiler/service/index.ts'
import { clauseOf, nodeWords, type PathWords } from '../conditions/condition.ts'
import { readNumber, readWholeNumber } from '../conditions/typedNumber.ts'
import type { Json } from '../../engine/language/expressions/program.ts'
import { setValue } from '../model/document.ts'
import { areComparable, kindOf, readForm, textIn, type FieldKind, type FormField } from './fields.ts'

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

/** A comparison that is edited as a sentence, if it must hold always, or only while another one does. */
export interface RuleSentence {
  comparison: Comparison
  only?: Comparison | undefined
}

export interface FormRule {
  /** Undefined for a rule that is more: it is edited as code. */
  sentence: RuleSentence | undefined
  check: string
  /** Where the message is shown. */
  field: string
  /** The key of a text. */
  message: string
}

/** The rules of a form. */
export const rulesOf = (text: string): FormRule[] =>
  (readForm(text)?.rules ?? []).map((rule) => {
    const { check = '', field = '', message = '' } = (typeof rule === 'object' ? rule : {}) as Record<string, Json>
    return {
      check: textIn(check),
      field: textIn(field),
      message: textIn(message),
      sentence: sentenceOf(textIn(check)),
    }
  })

const treeOf = (check: string): ASTNode | undefined => {
  const parsed = parseExpression(check.replace(/^=/, ''))
  return 'ast' in parsed ? parsed.ast : undefined
}

/** Requirement of a rule, and the condition under which it applies. */
interface Implication {
  holds: ASTNode
  only: ASTNode
}

/** `only ? holds : true`, or `!only || holds`. */
function implicationIn(node: ASTNode): Implication | undefined {
  if (node.op === '?:') {
    const [only, holds, otherwise] = node.args
    return otherwise.op === 'value' && otherwise.args === true ? { only, holds } : undefined
  }
  if (node.op !== '||') return undefined
  const [left, holds] = node.args
  return left.op === '!_' ? { only: left.args, holds } : undefined
}

/** The sentence of a rule; undefined for one that is more than a comparison, always or under another one. */
export function sentenceOf(check: string): RuleSentence | undefined {
  const tree = treeOf(check)
  if (!tree) return undefined
  const { holds, only } = implicationIn(tree) ?? { holds: tree }
  const comparison = comparisonIn(holds)
  const condition = only && comparisonIn(only)
  if (!comparison || (only && !condition)) return undefined
  return { comparison, ...(condition && { only: condition }) }
}

function comparisonIn(node: ASTNode): Comparison | undefined {
  const clause = clauseOf(node, () => true)
  if (!clause || clause.path.includes('.')) return undefined
  const { path: left, comparison, other } = clause
  if (comparison === 'yes' || comparison === 'no')
    return { left, sign: '==', right: { value: String(comparison === 'yes') } }
  const known = COMPARISONS.find(({ sign }) => sign === comparison)
  if (!known || !other || ('path' in other && other.path.includes('.'))) return undefined
  return { left, sign: known.sign, right: 'path' in other ? { field: other.path } : { value: other.literal } }
}

/** Text of a rule that cannot be edited here: joined comparisons; undefined for one with other operations. */
export function ruleWords(check: string, wordsOfField: PathWords): string | undefined {
  const tree = treeOf(check)
  if (!tree) return undefined
  const { holds, only } = implicationIn(tree) ?? { holds: tree }
  const words = nodeWords(holds, wordsOfField)
  const condition = only && nodeWords(only, wordsOfField)
  if (words === undefined || (only && condition === undefined)) return undefined
  return condition === undefined ? words : `${words}, only if ${condition}`
}

/** The fields that a rule reads. */
export const fieldsOfRule = ({ comparison, only }: RuleSentence): string[] => [
  ...new Set(
    [comparison, ...(only ? [only] : [])].flatMap(({ left, right }) => [
      left,
      ...('field' in right ? [right.field] : []),
    ]),
  ),
]

/** The comparisons that make sense for a field. */
export const signsOf = (kind: FieldKind | undefined): readonly Sign[] =>
  kind === 'amount' || kind === 'integer' || kind === 'date' ? ['>', '>=', '<', '<=', '==', '!='] : ['==', '!=']

/** The values of a field that has only some. */
export function choicesOf({ kind, schema }: FormField): readonly string[] | undefined {
  if (Array.isArray(schema.enum)) return schema.enum.map(String)
  return kind === 'yesNo' ? ['true', 'false'] : undefined
}

/** The value with which a comparison of a field begins. */
export const firstValue = (field: FormField): string =>
  choicesOf(field)?.[0] ?? (field.kind === 'date' ? new Date().toISOString().slice(0, 10) : '')

/** A comparison with another field on its left. A right side that cannot be compared with the new field is replaced by a value. */
export function withLeft(comparison: Comparison, next: FormField, fields: readonly FormField[]): Comparison {
  const { left, sign, right } = comparison
  const [first = '=='] = signsOf(next.kind)
  const isSound =
    'field' in right
      ? fields.some((field) => field.name === right.field && areComparable(next, field))
      : fields.some(({ name, kind }) => name === left && kind === next.kind) && choicesOf(next) === undefined
  return {
    left: next.name,
    sign: signsOf(next.kind).includes(sign) ? sign : first,
    right: isSound ? right : { value: firstValue(next) },
  }
}

/** The kinds of fields that rules are about most often. */
const USUAL_KINDS: readonly (FieldKind | undefined)[] = ['amount', 'integer', 'date']

/** The likeliest comparison that a form does not have yet: of two amounts, else of an amount and a value, else of another field. */
export function likelyComparison(fields: readonly FormField[], rules: readonly FormRule[]): Comparison | undefined {
  const shown = fields.filter(({ isHidden }) => !isHidden)
  const usual = USUAL_KINDS.flatMap((kind) => shown.filter((field) => field.kind === kind))
  const pairs = (of: readonly FormField[], sign: Sign): Comparison[] =>
    of.flatMap((formField) =>
      shown
        .slice(shown.indexOf(formField) + 1)
        .filter((other) => areComparable(formField, other))
        .map(({ name }): Comparison => ({ left: formField.name, sign, right: { field: name } })),
    )
  const others = shown.filter((field) => !usual.includes(field))
  const likely = [
    ...pairs(usual, '>='),
    ...usual.map((field): Comparison => ({
      left: field.name,
      sign: '>',
      right: { value: field.kind === 'date' ? firstValue(field) : '0' },
    })),
    ...pairs(others, '=='),
    ...others.map((field): Comparison => ({ left: field.name, sign: '==', right: { value: firstValue(field) } })),
  ]
  const has = (comparison: Comparison): boolean => rules.some(({ check }) => check === checkOf({ comparison }, fields))
  return likely.find((comparison) => !has(comparison)) ?? likely[0]
}

/** The expression of a rule. A rule is judged once the fields that it reads are filled. */
export const checkOf = ({ comparison, only }: RuleSentence, fields: readonly FormField[]): string =>
  only ? `=${written(only, fields)} ? ${written(comparison, fields)} : true` : `=${written(comparison, fields)}`

function written({ left, sign, right }: Comparison, fields: readonly FormField[]): string {
  const field = fields.find(({ name }) => name === left)
  // A box is a condition itself: the compiler wants no comparison with true or false.
  if (field?.kind === 'yesNo' && 'value' in right)
    return (right.value === 'false') === (sign === '!=') ? left : `!${left}`
  return `${left} ${sign} ${'field' in right ? right.field : literalOf(right.value, field)}`
}

/** The number that is typed as the value of a field; undefined while it is none. */
export const numberOf = (typed: string, kind: 'amount' | 'integer'): string | undefined =>
  kind === 'amount' ? readNumber(typed) : readWholeNumber(typed)

/** A value as an expression: what is no number is 0. */
function literalOf(value: string, field: FormField | undefined): string {
  const kind = field && kindOf(field.schema, field.ui)
  if (kind === 'amount') return `decimal('${numberOf(value, kind) ?? '0'}')`
  if (kind === 'integer') return numberOf(value, kind) ?? '0'
  return `'${value.replaceAll("'", '’')}'`
}

export type WrittenRule = Omit<FormRule, 'sentence'>

/** Sets a rule, adds one at the end, or removes it (undefined). */
export function setRule(text: string, index: number, rule: WrittenRule | undefined): string {
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
