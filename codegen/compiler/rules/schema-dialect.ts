import type { Rule, ReportInFile } from '../rule.ts'
import type { Report } from '../source/findings/diagnostics.ts'
import { didYouMean } from '../source/names/nearest.ts'
import { visitObjects } from '../source/schemaNodes.ts'
import { member } from '../source/source.ts'
import type { JsonNode } from '../source/source.ts'

const rule: Rule = {
  meta: {
    name: 'schema-dialect',
    severity: 'error',
    doc: 'A schema uses only the project’s subset of draft-07, and its references exist.',
  },
  on: {
    schema({ root, path, amounts, siblings }, report) {
      if (amounts)
        visitObjects(root, path, { property: (node, at, beside) => checkBeside(node, at, beside, report) }, siblings)
    },
    schemaNotObject: (_, report) => report({ code: 'schemaNotObject' }),
    schemaKeywordType: ({ name, types }, report) => report({ code: 'keywordType', params: { name, types } }),
    unknownSchemaKeyword: ({ name, keywords }, report) =>
      report({ code: 'unknownKeyword', params: { name }, suggestion: didYouMean(name, keywords) }),
    protoProperty: (_, report) => report({ code: 'protoProperty' }),
    openObject: (_, report) => report({ code: 'openObject' }),
    requiredNotString: (_, report) => report({ code: 'requiredNotString' }),
    enumNotSingle: (_, report) => report({ code: 'enumNotSingle' }),
    unknownUnit: ({ unit, units }, report) =>
      report({ code: 'notUnit', params: { unit }, suggestion: didYouMean(unit, units) }),
    unknownFormat: ({ format, formats }, report) =>
      report({ code: 'notFormat', params: { format }, suggestion: didYouMean(format, formats) }),
    keywordNotCount: ({ name }, report) => report({ code: 'notCount', params: { name } }),
    emptyEnumeration: (_, report) => report({ code: 'emptyEnumeration' }),
    schemaItemListedTwice: ({ item, remove }, report) =>
      report({ code: 'listedTwice', params: { item }, suggestion: remove }),
    keywordBesideReference: (_, report) => report({ code: 'besideReference' }),
    listWithoutItems: (_, report) => report({ code: 'listWithoutItems' }),
    requiredNotProperty: ({ name, properties }, report) =>
      report({ code: 'requiredNotProperty', params: { name }, suggestion: didYouMean(name, properties) }),
    keywordOfOtherType: ({ name, type }, report) => report({ code: 'keywordOfType', params: { name, type } }),
    unknownSchemaType: ({ type, types }, report) =>
      report({ code: 'notType', params: { type }, suggestion: didYouMean(type, types) }),
    severalTypes: (_, report) => report({ code: 'severalTypes' }),
    formatOfOtherType: ({ format, type }, report) => report({ code: 'formatOfType', params: { format, type } }),
    unitOfOtherType: (_, report) => report({ code: 'unitOfType' }),
    untaggedBranch: (_, report) => report({ code: 'untaggedBranch' }),
    noBranches: ({ name }, report) => report({ code: 'noBranches', params: { name } }),
    fractionalStep: (_, report) => report({ code: 'fractionalStep' }),
    invalidPropertyName: ({ name }, report) => report({ code: 'notPropertyName', params: { name: name.slice(0, 60) } }),
    nameNotString: (_, report) => report({ code: 'nameNotString' }),
    referenceOutsideOfForm: ({ reference }, report) => report({ code: 'outsideOfForm', params: { reference } }),
    unknownDefinition: ({ name, definitions }, report) =>
      report({ code: 'noDefinition', params: { name }, suggestion: didYouMean(name, definitions) }),
    endlessCondition: (_, report) => report({ code: 'endlessCondition' }),
    schemaNotFound: ({ reference }, report) => report({ code: 'noSchema', params: { reference } }),
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
  code: 'noPropertyBeside',
  params: { name },
  suggestion: didYouMean(name, names),
})
