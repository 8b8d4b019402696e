import type { Expr, Operation } from '../../../src/engine/language/expressions/program.ts'
import { isOperation } from '../../../src/engine/language/expressions/visit.ts'
import type { Rule } from '../rule.ts'
import type { Report } from '../source/findings/diagnostics.ts'
import { walkOperations } from '../flow/walk.ts'
import { memo } from '../source/memo.ts'
import { itemsOf, member, visitJson } from '../source/source.ts'
import type { JsonNode, Source } from '../source/source.ts'

const rule: Rule = {
  meta: {
    name: 'swapped-texts',
    severity: 'lint',
    doc: 'A choice between two texts or fields gives the one that is named after a value for this value, not for the other one, and the label of an item is not named after another item beside it.',
  },
  on: {
    screen({ screen, contract }, report) {
      walkOperations(screen, contract.actions, (operation, at) => {
        const value = swapped(operation)
        if (value !== undefined) report(otherText(value), at)
        const field = swappedField(operation)
        if (field !== undefined) report(otherField(field), at)
      })
    },
    project({ sources }, report) {
      for (const [file, source] of sources)
        if (file.startsWith('screens/'))
          for (const { label, name } of labelsOfOthers(source)) report(labelOfOther(name), source, label)
    },
  },
}
export default rule

/** An item of a list: its label, and the names of its id or of what its value reads. */
interface Labelled {
  label: JsonNode
  /** The key of the text without its last segment. */
  group: string
  words: ReadonlySet<string>
  names: readonly string[]
}

/** The labels that are named after another item of their list, whose own label is not: the first one of each list. */
const labelsOfOthers = memo((source: Source): readonly { label: JsonNode; name: string }[] => {
  const found: { label: JsonNode; name: string }[] = []
  if (source.root)
    visitJson(source.root, (node) => {
      if (node.type !== 'array') return
      const items = itemsOf(node).flatMap(labelledOf)
      for (const item of items) {
        if (item.names.length === 0 || isNamedAfter(item, item)) continue
        const other = items.find(
          (labelled) =>
            isNamedAfter(item, labelled) &&
            !isNamedAfter(labelled, labelled) &&
            (isNamedAfter(labelled, item) || item.group === labelled.group),
        )
        if (!other) continue
        found.push({ label: item.label, name: other.names.find((name) => hasName(item.words, name)) ?? '' })
        return
      }
    })
  return found
})

function labelledOf(item: JsonNode): Labelled[] {
  const label = member(item, 'label')
  const key = label?.type === 'object' ? member(label, 'text') : label
  if (label === undefined || key?.type !== 'string' || String(key.value).startsWith('=')) return []
  const id = member(item, 'id')
  const value = member(item, 'value')
  const names =
    id?.type === 'string'
      ? [String(id.value)]
      : [...String(value?.value ?? '').matchAll(ENDS_OF_PATHS)].flatMap(([, name]) => name ?? [])
  const segments = String(key.value).split('.')
  return [{ label, words: new Set(splitWords(segments.pop() ?? '')), group: segments.join('.'), names }]
}

/** The names at the ends of the paths of an expression. */
const ENDS_OF_PATHS = /(?:[A-Za-z_]\w*\.)+(\w+)(?![\w.(])/g

const isNamedAfter = ({ words }: Labelled, { names }: Labelled): boolean => names.some((name) => hasName(words, name))
const hasName = (words: ReadonlySet<string>, name: string): boolean => splitWords(name).every((word) => words.has(word))

/** The words of a name: "buyLong" has "buy" and "long". */
const splitWords = (name: string): string[] => name.split(/(?=[A-Z])|[-_]/).map((word) => word.toLowerCase())

/** The value for which `x == value ? text(a) : text(b)` gives a text that is not named after it, while the other one is. */
function swapped(expr: Expr): string | undefined {
  if (!isOperation(expr) || expr[0] !== '?:') return undefined
  const [, condition, then, otherwise] = expr
  if (!isOperation(condition) || (condition[0] !== '==' && condition[0] !== '!=')) return undefined
  const value = condition.slice(1).find((operand): operand is string => typeof operand === 'string')
  const [first, second] = condition[0] === '==' ? [then, otherwise] : [otherwise, then]
  const [own, other] = [wordsOf(first), wordsOf(second)]
  if (value === undefined || !own || !other) return undefined
  const word = value.toLowerCase()
  return !own.includes(word) && other.includes(word) ? value : undefined
}

/** The value for which `x == value ? row.other : row.value` reads the field that is named after the other value. */
function swappedField(operation: Operation): string | undefined {
  if (operation[0] !== '?:') return undefined
  const [, condition, then, otherwise] = operation
  if (!isOperation(condition) || (condition[0] !== '==' && condition[0] !== '!=')) return undefined
  const value = condition.slice(1).find((operand): operand is string => typeof operand === 'string')
  const [first, second] = condition[0] === '==' ? [then, otherwise] : [otherwise, then]
  const isField = isOperation(first) && first[0] === '.' && isOperation(second) && second[0] === '.'
  return value !== undefined && isField && second[2] === value && first[2] !== value ? value : undefined
}

/** The words of the last segment of a text’s key: "buyLong" has "buy" and "long". */
function wordsOf(expr: Expr): string[] | undefined {
  if (!isOperation(expr) || expr[0] !== 't') return undefined
  return splitWords(expr[1].split('.').at(-1) ?? '')
}

const otherText = (value: string): Report => ({
  code: 'otherText',
  params: { value },
})

const otherField = (value: string): Report => ({
  code: 'otherField',
  params: { value },
})

const labelOfOther = (name: string): Report => ({
  code: 'labelOfOther',
  params: { name },
})
