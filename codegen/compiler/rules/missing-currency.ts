import type { Operation } from '../../../src/engine/language/expressions/program.ts'
import { formats } from '../../../src/engine/language/forms/schemaFormats.ts'
import type { Signatures } from '../contract/functions.ts'
import { alternativesOf, entriesOf, isOperation } from '../../../src/engine/language/expressions/visit.ts'
import type { Rule } from '../rule.ts'
import type { Report } from '../source/findings/diagnostics.ts'
import { walkOperations } from '../flow/walk.ts'
import { didYouMean } from '../source/names/nearest.ts'
import { normalizePath } from '../contract/schema.ts'
import type { SiblingProperties } from '../source/schemaNodes.ts'
import { visitObjects } from '../source/schemaNodes.ts'
import type { JsonNode, Source } from '../source/source.ts'
import { itemsOf, member, members } from '../source/source.ts'

const rule: Rule = {
  meta: {
    name: 'missing-currency',
    severity: 'error',
    doc: 'Every amount, price and quantity names its currency or symbol (x-unit-ref), and the amount of a labelled row is shown with it.',
  },
  on: {
    schema({ source, sources, root, path, amounts, siblings }, report) {
      if (!amounts) return
      const check = new AmountCheck(source.file, sources, amounts === 'alone', report)
      visitObjects(root, path, { schema: (node, at, beside) => check.schema(node, at, beside) }, siblings)
    },
    screen({ screen, contract }, report) {
      walkOperations(screen, contract.actions, (operation, at) => {
        for (const formatter of rowWithoutCurrency(operation, contract.signatures))
          report(shownWithoutCurrency(formatter), at)
      })
    },
  },
}
export default rule

/** The function that shows the value of a row, an object with a label, without its currency. */
function rowWithoutCurrency(operation: Operation, signatures: Signatures): string[] {
  if (operation[0] !== 'map') return []
  const entries = entriesOf(operation)
  const value = entries.find(([key]) => key === 'value')?.[1]
  if (value === undefined || !entries.some(([key]) => key === 'label')) return []
  return [value, ...(alternativesOf(value) ?? [])].flatMap((alternative) => {
    if (!isOperation(alternative) || alternative[0] !== 'f') return []
    const [, name, ...given] = alternative
    const places = signatures[name]?.amountAndUnit
    return places && given.length <= places[1] ? [name] : []
  })
}

/** The codes of an amount without its currency or symbol, by its unit. */
const UNITS = new Map([
  ['money', 'noMoney'],
  ['price', 'noPrice'],
  ['quantity', 'noQuantity'],
])

const noCurrency = (unit: string): Report => ({
  code: UNITS.get(unit) ?? 'noMoney',
})

const notCurrency = (literal: string): Report => ({
  code: 'notCurrency',
  params: { literal },
})

const noObjectAround = (): Report => ({
  code: 'noObjectAround',
})

const noSibling = (name: string, names: Iterable<string>): Report => ({
  code: 'noSibling',
  params: { name },
  suggestion: didYouMean(name, names),
})

const siblingNotCurrency = (name: string, unit: string): Report => ({
  code: unit === 'money' ? 'siblingNotCurrency' : 'siblingNotSymbol',
  params: { name },
})

const asksOuter = (name: string): Report => ({
  code: 'asksOuter',
  params: { name },
})

/** Checks the amounts of one schema; `isAlone`: the schema has no enclosing object, so "^name" is an error. */
class AmountCheck {
  constructor(
    private readonly file: string,
    private readonly sources: ReadonlyMap<string, Source>,
    private readonly isAlone: boolean,
    private readonly report: (report: Report, at: JsonNode, path: string) => void,
  ) {}

  schema(node: JsonNode, path: string, siblings: SiblingProperties | undefined): void {
    const reference = member(node, '$ref')
    if (reference) this.reference(reference, path, siblings)
    this.amount(node, path, siblings)
  }

  private amount(node: JsonNode, path: string, siblings: SiblingProperties | undefined): void {
    const unit = String(member(node, 'x-unit')?.value)
    if (!UNITS.has(unit)) return
    const of = member(node, 'x-unit-ref')
    if (of?.type !== 'string') return this.report(noCurrency(unit), of ?? node, path)
    const name = String(of.value)
    if (name.startsWith('=')) {
      if (!formats.currency?.(name.slice(1))) this.report(notCurrency(name.slice(1)), of, path)
      return
    }
    const holder = name.startsWith('^') ? siblings?.outer : siblings
    if (name.startsWith('^') && !siblings?.outer) {
      if (this.isAlone) this.report(noObjectAround(), of, path)
      return
    }
    this.checkUnitProperty(of, path, name.replace('^', ''), holder, unit)
  }

  /** Checks that the property exists and is a currency (or a symbol, for prices and quantities). */
  private checkUnitProperty(
    at: JsonNode,
    path: string,
    name: string,
    holder: SiblingProperties | undefined,
    unit: string,
  ): void {
    const property = holder?.properties.get(name)
    if (!property) return this.report(noSibling(name, holder?.properties.keys() ?? []), at, path)
    const format = String(member(property, 'format')?.value)
    if (format === 'currency' || (format === 'symbol' && unit !== 'money')) return
    this.report(siblingNotCurrency(name, unit), at, path)
  }

  /** Checks that the enclosing object has the properties that a referenced object needs. */
  private reference(node: JsonNode, path: string, siblings: SiblingProperties | undefined): void {
    const target = this.sources.get(
      normalizePath(`${this.file.slice(0, this.file.lastIndexOf('/') + 1)}${String(node.value)}`),
    )
    for (const { name, unit } of outerReferences(target?.root)) {
      if (siblings) this.checkUnitProperty(node, path, name, siblings, unit)
      else this.report(asksOuter(name), node, path)
    }
  }
}

/** Names of the properties that an object's amounts need in the enclosing object. */
function outerReferences(root: JsonNode | undefined): { name: string; unit: string }[] {
  const direct = [root, ...itemsOf(member(root, 'oneOf'))].flatMap((node) =>
    members(member(node, 'properties')).map(({ value }) => value),
  )
  return direct
    .flatMap((property) => [property, member(property, 'items')])
    .flatMap((node) => {
      const of = String(member(node, 'x-unit-ref')?.value ?? '')
      return of.startsWith('^') ? [{ name: of.slice(1), unit: String(member(node, 'x-unit')?.value) }] : []
    })
}

const shownWithoutCurrency = (name: string): Report => ({
  code: 'shownWithoutCurrency',
  params: { name },
})
