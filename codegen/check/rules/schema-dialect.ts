import type { CheckingRule, ReportInFile } from '../../compile/checkingRule.ts'
import type { QuickFix, Report } from '../../compile/diagnostics.ts'
import { didYouMean } from '../../compile/nearest.ts'
import { visitObjects } from '../../compile/schemaNodes.ts'
import { member } from '../../compile/source.ts'
import type { JsonNode } from '../../compile/source.ts'

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
  message: `There is no property "${name}" beside it.`,
  suggestion: didYouMean(name, names),
})

export const noSchema = (reference: string): Report => ({
  rule,
  message: `The schema "${reference}" does not exist.`,
  suggestion: 'Correct the path in "$ref".',
})

export const endlessCondition = (): Report => ({
  rule,
  message:
    'A condition or an alternative contains a definition that includes itself in a list: no validator can be compiled from it.',
  suggestion: 'Write the definition out as far as it is used, or move it out of the condition.',
})

export const schemaNotObject = (): Report => ({
  rule,
  message: 'A schema is an object.',
  suggestion: 'Write {"type": …}, for example {"type": "string", "maxLength": 40}.',
})

/** `types`: those that the keyword or annotation allows, in words. */
export const keywordType = (name: string, types: string): Report => ({
  rule,
  message: `"${name}" must be ${types}.`,
  suggestion: 'Write a value of this kind, or remove the keyword.',
})

export const unknownKeyword = (name: string, keywords: Iterable<string>): Report => ({
  rule,
  message: `"${name}" is not a keyword of the project’s schemas.`,
  suggestion: didYouMean(name, keywords),
})

export const protoProperty = (): Report => ({
  rule,
  message: 'No property is named "__proto__": it would be the prototype of an object.',
  suggestion: 'Give the property another name.',
})

export const openObject = (): Report => ({
  rule,
  message: 'An object says "additionalProperties": false, or gives the schema of its values.',
  suggestion: 'Add "additionalProperties": false.',
})

export const requiredNotString = (): Report => ({
  rule,
  message: 'A required property is named by a string.',
  suggestion: 'Write the name of the property in quotes.',
})

export const enumNotSingle = (): Report => ({
  rule,
  message: 'A value of an enumeration is a string, a number, true, false or null.',
  suggestion: 'Write single values, or describe an object with "properties".',
})

export const notUnit = (unit: string, units: Iterable<string>): Report => ({
  rule,
  message: `"${unit}" is not a unit.`,
  suggestion: didYouMean(unit, units),
})

export const notFormat = (format: string, formats: Iterable<string>): Report => ({
  rule,
  message: `"${format}" is not a format.`,
  suggestion: didYouMean(format, formats),
})

export const notCount = (name: string): Report => ({
  rule,
  message: `"${name}" must be a whole number of at least 0.`,
  suggestion: 'Write 0 or a whole number above it.',
})

export const emptyEnumeration = (): Report => ({
  rule,
  message: 'This list must have at least one item.',
  suggestion: 'Write the items, or remove the keyword.',
})

/** `remove`: the fix, with its sentence. */
export const listedTwice = (item: string, remove: QuickFix): Report => ({
  rule,
  message: `${item} is in this list already.`,
  suggestion: remove,
})

export const besideReference = (): Report => ({
  rule,
  message: 'Beside "$ref" only a description is allowed.',
  suggestion: 'Remove the other keywords, or write them in the schema that is referred to.',
})

export const listWithoutItems = (): Report => ({
  rule,
  message: 'A list needs "items": the schema of each item.',
  suggestion: 'Add "items", for example {"type": "string"}, and "maxItems".',
})

export const requiredNotProperty = (name: string, properties: Iterable<string>): Report => ({
  rule,
  message: `"${name}" is required and not among the properties.`,
  suggestion: didYouMean(name, properties) ?? 'Add it to "properties", or remove it from "required".',
})

export const keywordOfType = (name: string, type: string): Report => ({
  rule,
  message: `"${name}" belongs to the type ${type}.`,
  suggestion: 'Remove it, or correct the type of the schema.',
})

export const notType = (type: string, types: Iterable<string>): Report => ({
  rule,
  message: `"${type}" is not a type.`,
  suggestion: didYouMean(type, types),
})

export const severalTypes = (): Report => ({
  rule,
  message: 'A schema has one type, or one type and null.',
  suggestion: 'Write one type: "string", or ["string", "null"] for a value that can be absent.',
})

export const formatOfType = (format: string, type: string): Report => ({
  rule,
  message: `The format "${format}" is only for ${type}.`,
  suggestion: 'Correct the type, or remove the format.',
})

export const unitOfType = (): Report => ({
  rule,
  message: 'Units are for decimals, and seconds for integers.',
  suggestion:
    'Add "format": "decimal" to a string, or "format": "unix-seconds" to a whole number; else remove the unit.',
})

export const untaggedBranch = (): Report => ({
  rule,
  message: 'Each object of "oneOf" has a property with a "const", which distinguishes them.',
  suggestion: 'Add a property such as "kind": {"type": "string", "const": "email"} to each, and require it.',
})

export const noBranches = (name: string): Report => ({
  rule,
  message: `"${name}" must have at least one schema.`,
  suggestion: 'Write a schema into the list, or remove the keyword.',
})

export const fractionalStep = (): Report => ({
  rule,
  message:
    '"multipleOf" must be a whole number of at least 1, because fractions are not exact. Write the step of a decimal as a bound of the widget.',
  suggestion: 'Write a whole number, or remove it.',
})

export const notPropertyName = (name: string): Report => ({
  rule,
  message: `"${name.slice(0, 60)}" is no name of a property: a letter or "_", then letters, digits, "_" and "-".`,
  suggestion: 'Rename it, for example "fixed-amount" or "amount_2".',
})

export const nameNotString = (): Report => ({
  rule,
  message: 'A name is a string.',
  suggestion: 'Write the name in quotes.',
})

export const outsideOfForm = (reference: string): Report => ({
  rule,
  message: `"${reference}" is outside of the form: write "#/definitions/<name>".`,
  suggestion: 'Copy the definition into "definitions" of the form.',
})

export const noDefinition = (name: string, definitions: Iterable<string>): Report => ({
  rule,
  message: `There is no definition "${name}".`,
  suggestion: didYouMean(name, definitions),
})
