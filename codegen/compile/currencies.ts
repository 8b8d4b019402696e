import { formats } from '../../src/core/schemaFormats.ts'
import type { Suggestion } from './diagnostics.ts'
import type { Reporter } from './reporter.ts'
import { didYouMean } from './nearest.ts'
import { normalizePath } from './schema.ts'
import { itemsOf, member, members, rangeOf } from './source.ts'
import type { JsonNode, Source } from './source.ts'
import missingCurrency from '../check/rules/missing-currency.ts'
import schemaDialect from '../check/rules/schema-dialect.ts'

/** The properties of the object that contains a schema, and of the object that contains that one. */
export interface SiblingProperties {
  properties: ReadonlyMap<string, JsonNode>
  outer?: SiblingProperties
}

const NO_PROPERTIES: ReadonlyMap<string, JsonNode> = new Map()
const UNITS = new Map([
  ['money', 'This money does'],
  ['price', 'This price does'],
  ['quantity', 'This quantity does'],
])
const HOW =
  'Write "x-unit-ref" with the name of the property that has the currency or symbol, "^name" for one of the object around this one, or a literal: "=USDT".'

/**
 * Checks that every amount of the contract names its currency or symbol. `sources` resolves references; `isAlone`: the schema
 * has no enclosing object, so "^name" is an error.
 */
export class CurrencyChecker {
  constructor(
    private readonly reporter: Reporter,
    private readonly sources: ReadonlyMap<string, Source>,
    private readonly isAlone: boolean,
  ) {}

  /** `joined`: the properties of the object that this branch of a condition belongs to. */
  check(
    node: JsonNode | undefined,
    path: string,
    siblings?: SiblingProperties,
    joined: ReadonlyMap<string, JsonNode> = NO_PROPERTIES,
  ): void {
    if (node?.type !== 'object') return
    const reference = member(node, '$ref')
    if (reference) this.reference(reference, path, siblings)
    this.amount(node, path, siblings)
    const own = members(member(node, 'properties'))
    const properties = new Map([...joined, ...own.map(({ name, value }): [string, JsonNode] => [name, value])])
    const inside: SiblingProperties = { properties, ...(siblings ? { outer: siblings } : {}) }
    for (const { name, value: property } of own) {
      this.symbol(property, `${path}/properties/${name}`, properties)
      this.check(property, `${path}/properties/${name}`, inside)
    }
    const items = member(node, 'items')
    if (items?.type === 'array')
      for (const [index, item] of itemsOf(items).entries()) this.check(item, `${path}/items/${index}`, siblings)
    else this.check(items, `${path}/items`, siblings)
    this.check(member(node, 'additionalItems'), `${path}/additionalItems`, siblings)
    for (const branch of ['then', 'else']) this.check(member(node, branch), `${path}/${branch}`, siblings, properties)
    for (const list of ['allOf', 'anyOf'])
      for (const [index, one] of itemsOf(member(node, list)).entries())
        this.check(one, `${path}/${list}/${index}`, siblings, properties)
    for (const { name, value } of members(member(node, 'dependencies')))
      this.check(value, `${path}/dependencies/${name}`, siblings, properties)
    for (const { name, value } of members(member(node, 'definitions'))) this.check(value, `${path}/definitions/${name}`)
    const more = member(node, 'additionalProperties')
    if (more) this.check(more, `${path}/additionalProperties`, siblings)
    for (const [index, option] of itemsOf(member(node, 'oneOf')).entries())
      this.check(option, `${path}/oneOf/${index}`, siblings, properties)
  }

  private report(at: JsonNode, path: string, message: string, suggestion: Suggestion = HOW): void {
    this.reporter.report(missingCurrency, { at: rangeOf(at), path, message, suggestion })
  }

  private amount(node: JsonNode, path: string, siblings: SiblingProperties | undefined): void {
    const unit = String(member(node, 'x-unit')?.value)
    const subject = UNITS.get(unit)
    if (subject === undefined) return
    const of = member(node, 'x-unit-ref')
    if (of?.type !== 'string')
      return this.report(
        of ?? node,
        path,
        `${subject} not say of which ${unit === 'money' ? 'currency' : 'currency or symbol'} it is.`,
      )
    const name = String(of.value)
    if (name.startsWith('=')) {
      if (!formats.currency?.(name.slice(1))) this.report(of, path, `"${name.slice(1)}" is not a currency.`)
      return
    }
    const holder = name.startsWith('^') ? siblings?.outer : siblings
    if (name.startsWith('^') && !siblings?.outer) {
      if (this.isAlone) this.report(of, path, 'No object is around this one, so "^name" cannot refer to its property.')
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
    if (!property)
      return this.report(
        at,
        path,
        `There is no property "${name}" beside it with its currency or symbol.`,
        didYouMean(name, holder?.properties.keys() ?? []) ?? HOW,
      )
    const format = String(member(property, 'format')?.value)
    if (format === 'currency' || (format === 'symbol' && unit !== 'money')) return
    this.report(
      at,
      path,
      `The property "${name}" is not a ${unit === 'money' ? 'currency' : 'currency or symbol'}.`,
      `Give it the format "currency"${unit === 'money' ? '' : ' or "symbol"'}.`,
    )
  }

  /** Checks that the enclosing object has the properties that a referenced object needs. */
  private reference(node: JsonNode, path: string, siblings: SiblingProperties | undefined): void {
    const target = this.sources.get(
      normalizePath(
        `${this.reporter.source.file.slice(0, this.reporter.source.file.lastIndexOf('/') + 1)}${String(node.value)}`,
      ),
    )
    for (const { name, unit } of outerReferences(target?.root)) {
      if (siblings) this.checkUnitProperty(node, path, name, siblings, unit)
      else this.report(node, path, `This asks the object around it for "${name}", and there is none.`)
    }
  }

  /** Checks the fields that a symbol names: base currency, quote currency, equal text. */
  private symbol(node: JsonNode, path: string, properties: ReadonlyMap<string, JsonNode>): void {
    for (const keyword of ['x-base-currency', 'x-quote-currency', 'x-equals']) {
      const annotation = member(node, keyword)
      const name = String(annotation?.value).split('.')[0] ?? ''
      if (annotation && !properties.has(name))
        this.reporter.report(schemaDialect, {
          at: rangeOf(annotation),
          path,
          message: `There is no property "${name}" beside it.`,
          ...suggest(didYouMean(name, properties.keys())),
        })
    }
  }
}

const suggest = (suggestion: Suggestion | undefined): { suggestion?: Suggestion } =>
  suggestion === undefined ? {} : { suggestion }

/** Names of the properties that an object's amounts need in the enclosing object. */
function outerReferences(root: JsonNode | undefined): { name: string; unit: string }[] {
  const direct = [root, ...itemsOf(member(root, 'oneOf'))].flatMap((one) =>
    members(member(one, 'properties')).map(({ value }) => value),
  )
  return direct
    .flatMap((property) => [property, member(property, 'items')])
    .flatMap((node) => {
      const of = String(member(node, 'x-unit-ref')?.value ?? '')
      return of.startsWith('^') ? [{ name: of.slice(1), unit: String(member(node, 'x-unit')?.value) }] : []
    })
}
