import type { CheckingRule, ReportInFile } from '../checkingRule.ts'
import type { Advice, Report } from '../source/diagnostics.ts'
import { didYouMean } from '../source/nearest.ts'
import { visitObjects } from '../source/schemaNodes.ts'
import { member } from '../source/source.ts'
import type { JsonNode } from '../source/source.ts'

const rule: CheckingRule = {
  name: 'schema-dialect',
  severity: 'error',
  doc: 'A schema uses only the project’s subset of draft-07, and its references exist.',
  /** The properties that a symbol names are beside it: base currency, quote currency, equal text. */
  schema({ root, path, amounts, siblings }, report) {
    if (amounts)
      visitObjects(root, path, { property: (node, at, beside) => checkBeside(node, at, beside, report) }, siblings)
  },
}
export default rule

function checkBeside(
  node: JsonNode,
  path: string,
  properties: ReadonlyMap<string, JsonNode>,
  report: ReportInFile,
): void {
  for (const keyword of ['x-base-currency', 'x-quote-currency', 'x-equals']) {
    const annotation = member(node, keyword)
    const name = String(annotation?.value).split('.')[0] ?? ''
    if (annotation && !properties.has(name)) report(noPropertyBeside(name, properties.keys()), annotation, path)
  }
}

const noPropertyBeside = (name: string, names: Iterable<string>): Report => ({
  rule,
  code: 'noPropertyBeside',
  params: { name },
  suggestion: didYouMean(name, names),
})

export const noSchema = (reference: string): Report => ({
  rule,
  code: 'noSchema',
  params: { reference },
})

export const endlessCondition = (): Report => ({
  rule,
  code: 'endlessCondition',
})

export const schemaNotObject = (): Report => ({
  rule,
  code: 'schemaNotObject',
})

/** `types`: those that the keyword or annotation allows, as text. */
export const keywordType = (name: string, types: string): Report => ({
  rule,
  code: 'keywordType',
  params: { name, types },
})

export const unknownKeyword = (name: string, keywords: Iterable<string>): Report => ({
  rule,
  code: 'unknownKeyword',
  params: { name },
  suggestion: didYouMean(name, keywords),
})

export const protoProperty = (): Report => ({
  rule,
  code: 'protoProperty',
})

export const openObject = (): Report => ({
  rule,
  code: 'openObject',
})

export const requiredNotString = (): Report => ({
  rule,
  code: 'requiredNotString',
})

export const enumNotSingle = (): Report => ({
  rule,
  code: 'enumNotSingle',
})

export const notUnit = (unit: string, units: Iterable<string>): Report => ({
  rule,
  code: 'notUnit',
  params: { unit },
  suggestion: didYouMean(unit, units),
})

export const notFormat = (format: string, formats: Iterable<string>): Report => ({
  rule,
  code: 'notFormat',
  params: { format },
  suggestion: didYouMean(format, formats),
})

export const notCount = (name: string): Report => ({
  rule,
  code: 'notCount',
  params: { name },
})

export const emptyEnumeration = (): Report => ({
  rule,
  code: 'emptyEnumeration',
})

/** `remove`: the fix, with its sentence. */
export const listedTwice = (item: string, remove: Advice): Report => ({
  rule,
  code: 'listedTwice',
  params: { item },
  suggestion: remove,
})

export const besideReference = (): Report => ({
  rule,
  code: 'besideReference',
})

export const listWithoutItems = (): Report => ({
  rule,
  code: 'listWithoutItems',
})

export const requiredNotProperty = (name: string, properties: Iterable<string>): Report => ({
  rule,
  code: 'requiredNotProperty',
  params: { name },
  suggestion: didYouMean(name, properties),
})

export const keywordOfType = (name: string, type: string): Report => ({
  rule,
  code: 'keywordOfType',
  params: { name, type },
})

export const notType = (type: string, types: Iterable<string>): Report => ({
  rule,
  code: 'notType',
  params: { type },
  suggestion: didYouMean(type, types),
})

export const severalTypes = (): Report => ({
  rule,
  code: 'severalTypes',
})

export const formatOfType = (format: string, type: string): Report => ({
  rule,
  code: 'formatOfType',
  params: { format, type },
})

export const unitOfType = (): Report => ({
  rule,
  code: 'unitOfType',
})

export const untaggedBranch = (): Report => ({
  rule,
  code: 'untaggedBranch',
})

export const noBranches = (name: string): Report => ({
  rule,
  code: 'noBranches',
  params: { name },
})

export const fractionalStep = (): Report => ({
  rule,
  code: 'fractionalStep',
})

export const notPropertyName = (name: string): Report => ({
  rule,
  code: 'notPropertyName',
  params: { name: name.slice(0, 60) },
})

export const nameNotString = (): Report => ({
  rule,
  code: 'nameNotString',
})

export const outsideOfForm = (reference: string): Report => ({
  rule,
  code: 'outsideOfForm',
  params: { reference },
})

export const noDefinition = (name: string, definitions: Iterable<string>): Report => ({
  rule,
  code: 'noDefinition',
  params: { name },
  suggestion: didYouMean(name, definitions),
})
