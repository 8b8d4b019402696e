import type { Found } from '../events.ts'
import { members, itemsOf, member, rangeOf, stringAt } from '../source/source.ts'
import type { JsonNode } from '../source/source.ts'
import type { Reporter } from '../source/findings/reporter.ts'
import { removal } from '../fix/edits.ts'
import { REF_KINDS, ROOT_KINDS } from './schemaRef.ts'
import type { RefKind } from './schemaRef.ts'
import {
  ANNOTATIONS,
  FORM_KEYWORDS,
  FORMATS,
  KEYWORDS,
  SCHEMA_LIMITS,
  TYPES,
  UNIQUE_ITEMS_LIMIT,
  UNITS,
} from './dialect.ts'
import type { AnnotationTarget, JsonType, Keyword } from './dialect.ts'
import { INPUT_LIMITS } from '../source/limits.ts'

const TYPE_NAMES: Record<JsonType, string> = {
  string: 'a string',
  number: 'a number',
  boolean: 'true or false',
  null: 'null',
  array: 'a list',
  object: 'an object',
  property: 'a property',
}
const typeNames = (types: readonly JsonType[]): string => types.map((type) => TYPE_NAMES[type]).join(' or ')

/** Reports keywords outside the project's dialect of JSON Schema. False: too malformed to derive a type. */
export function checkSchema(node: JsonNode | undefined, reporter: Reporter, path: string): boolean {
  return !node || new SchemaCheck(reporter).schema(node, path, 1)
}

/** The same for the schema of a form, whose dialect is larger. */
export function checkFormSchema(node: JsonNode | undefined, reporter: Reporter, path: string): boolean {
  if (!node) return true
  const check = new FormSchemaCheck(reporter)
  return check.schema(node, path, 1) && check.references(node, path)
}

/** Annotations beside the schemas: on an action, a widget or a branch. */
export function checkAnnotations(
  node: JsonNode | undefined,
  holder: AnnotationTarget,
  reporter: Reporter,
  path = '',
): void {
  const check = new SchemaCheck(reporter)
  for (const { name, key, value } of members(node))
    if (name.startsWith('x-')) check.annotation(name, key, value, holder, path)
}

class SchemaCheck {
  protected readonly keywords: Readonly<Record<string, Keyword>> = KEYWORDS
  private schemas = 0

  constructor(private readonly reporter: Reporter) {}

  protected refuse(at: JsonNode, path: string, found: Found): false {
    this.reporter.emit(found, rangeOf(at), path)
    return false
  }

  schema(node: JsonNode, path: string, depth: number): boolean {
    if (node.type !== 'object') return this.refuse(node, path, { event: 'schemaNotObject' })
    if (depth > SCHEMA_LIMITS.depth) return this.refuse(node, path, { event: 'schemaTooDeep' })
    this.schemas += 1
    if (this.schemas > INPUT_LIMITS.schemas)
      return this.schemas === INPUT_LIMITS.schemas + 1 && this.refuse(node, path, { event: 'tooManySchemas' })
    const names = new Map(members(node).map((member) => [member.name, member]))
    let sound = true
    for (const { name, key, value } of names.values()) {
      if (!this.keyword(name, key, value, path)) sound = false
      else if (!this.checkValue(name, value, `${path}/${name}`, depth + 1)) sound = false
    }
    if (!sound) return false
    this.checkCombined(node, names, path)
    return true
  }

  /** Whether a keyword has a value of its kind. Unknown keywords are reported and ignored. */
  private keyword(name: string, key: JsonNode, value: JsonNode, path: string): boolean {
    if (name.startsWith('x-')) return this.annotation(name, key, value, 'schema', path)
    const known = Object.hasOwn(this.keywords, name) ? this.keywords[name] : undefined
    if (known)
      return (
        known.valueTypes.includes(value.type) ||
        this.refuse(value, path, { event: 'schemaKeywordType', name, types: typeNames(known.valueTypes) })
      )
    if (name === 'pattern') this.refuse(key, path, { event: 'rawPattern' })
    else this.refuse(key, path, { event: 'unknownSchemaKeyword', name, keywords: Object.keys(this.keywords) })
    return true
  }

  annotation(name: string, key: JsonNode, value: JsonNode, holder: AnnotationTarget, path: string): boolean {
    const known = Object.hasOwn(ANNOTATIONS, name) ? ANNOTATIONS[name as `x-${string}`] : undefined
    const applicable = (): string[] =>
      Object.entries(ANNOTATIONS).flatMap(([other, { on }]) => (on.includes(holder) ? [other] : []))
    if (!known?.on.includes(holder)) {
      this.refuse(
        key,
        path,
        known
          ? { event: 'misplacedAnnotation', name, holder, applicable: applicable() }
          : { event: 'unknownAnnotation', name, applicable: applicable() },
      )
      return true
    }
    if (!known.valueTypes.includes(value.type))
      return this.refuse(value, path, { event: 'schemaKeywordType', name, types: typeNames(known.valueTypes) })
    return name !== 'x-ref' || this.reference(value, path)
  }

  /** Whether the value of `x-ref` has a known kind, and exactly the members that this kind has. */
  private reference(value: JsonNode, path: string): boolean {
    const kind = stringAt(value, 'kind')
    const at = `${path}/x-ref`
    if (kind === undefined || !Object.hasOwn(REF_KINDS, kind))
      return this.refuse(member(value, 'kind') ?? value, at, {
        event: 'unknownReferenceKind',
        kind,
        kinds: Object.keys(REF_KINDS),
      })
    const allowed = new Set([
      'kind',
      ...(ROOT_KINDS.has(kind as RefKind) ? [] : ['of']),
      ...(kind === 'payload' ? ['without'] : []),
    ])
    for (const { name, key, value: memberValue } of members(value)) {
      if (!allowed.has(name))
        return this.refuse(key, at, { event: 'unknownReferenceMember', kind, name, names: allowed })
      if (memberValue.type !== 'string') return this.refuse(memberValue, at, { event: 'notArgumentName', name })
    }
    return (
      ROOT_KINDS.has(kind as RefKind) ||
      member(value, 'of') !== undefined ||
      this.refuse(value, at, { event: 'referenceNeedsOf', kind })
    )
  }

  /** The schemas in a keyword, and its names. */
  protected checkValue(name: string, value: JsonNode, at: string, depth: number): boolean {
    switch (name) {
      case 'properties':
        if (members(value).length > SCHEMA_LIMITS.properties)
          return this.refuse(value, at, { event: 'tooManyProperties' })
        for (const { name, key } of members(value))
          if (name === '__proto__') return this.refuse(key, at, { event: 'protoProperty' })
        return members(value)
          .map((property) => this.schema(property.value, `${at}/${property.name}`, depth))
          .every(Boolean)
      case 'items':
        return this.schema(value, at, depth)
      case 'additionalProperties':
        if (value.type === 'boolean') return value.value === false || this.refuse(value, at, { event: 'openObject' })
        return this.schema(value, at, depth)
      case 'oneOf':
        if (itemsOf(value).length > SCHEMA_LIMITS.branches)
          return this.refuse(value, at, { event: 'tooManyBranches', keyword: 'oneOf' })
        return itemsOf(value)
          .map((option, index) => this.schema(option, `${at}/${index}`, depth))
          .every(Boolean)
      case 'required':
        return (
          itemsOf(value)
            .map((item) => item.type === 'string' || this.refuse(item, at, { event: 'requiredNotString' }))
            .every(Boolean) && this.checkDistinct(value, at)
        )
      case 'enum':
        return (
          itemsOf(value)
            .map(
              (item) =>
                (item.type !== 'object' && item.type !== 'array') || this.refuse(item, at, { event: 'enumNotSingle' }),
            )
            .every(Boolean) && this.checkDistinct(value, at)
        )
      case 'x-unit':
        return (
          UNITS.has(String(value.value)) ||
          this.refuse(value, parentOf(at), { event: 'unknownUnit', unit: String(value.value), units: UNITS }) ||
          true
        )
      case 'format':
        return (
          FORMATS.has(String(value.value)) ||
          this.refuse(value, parentOf(at), { event: 'unknownFormat', format: String(value.value), formats: FORMATS }) ||
          true
        )
      case 'minItems':
      case 'maxItems':
      case 'minLength':
      case 'maxLength':
        return (
          (Number.isSafeInteger(value.value) && Number(value.value) >= 0) ||
          this.refuse(value, parentOf(at), { event: 'keywordNotCount', name })
        )
      default:
        return true
    }
  }

  /** Reports an empty list of types or values, and the first repeated item. Only a repeated type makes the schema unusable. */
  protected checkDistinct(list: JsonNode, at: string): boolean {
    const values = itemsOf(list)
    const needsOne = !at.endsWith('/required') && !at.includes('/dependencies/')
    if (needsOne && values.length === 0) return this.refuse(list, parentOf(at), { event: 'emptyEnumeration' })
    const duplicate = values.find((value, index) => values.findIndex((other) => other.value === value.value) < index)
    if (!duplicate) return true
    const shown = JSON.stringify(duplicate.value)
    const title = { code: 'advice/removeSecond', params: { item: shown } }
    this.refuse(duplicate, at, {
      event: 'schemaItemListedTwice',
      item: shown,
      remove: {
        ...title,
        fix: { title, edits: removal(list, (node) => node === duplicate), removes: true },
      },
    })
    return !at.endsWith('/type')
  }

  /** Checks the combination of the keywords of one schema. */
  protected checkCombined(
    node: JsonNode,
    names: ReadonlyMap<string, { key: JsonNode; value: JsonNode }>,
    path: string,
  ): void {
    if (names.has('$ref')) {
      for (const [name, { key }] of names)
        if (!['$ref', 'description'].includes(name)) this.refuse(key, path, { event: 'keywordBesideReference' })
      return
    }
    const types = this.checkTypes(names, path)
    this.checkFormatAndUnit(names, types, path)
    if (types.includes('object') && !names.has('additionalProperties')) this.refuse(node, path, { event: 'openObject' })
    if (types.includes('array') && !names.has('items')) this.refuse(node, path, { event: 'listWithoutItems' })
    const known = new Set(members(names.get('properties')?.value).map((member) => member.name))
    for (const item of itemsOf(names.get('required')?.value))
      if (!known.has(String(item.value)))
        this.refuse(item, path, { event: 'requiredNotProperty', name: String(item.value), properties: known })
    this.branches(names.get('oneOf')?.value, path)
  }

  /** The types of a schema; its keywords belong to them. */
  protected checkTypes(names: ReadonlyMap<string, { key: JsonNode; value: JsonNode }>, path: string): string[] {
    const typeNode = names.get('type')?.value
    const types = typesIn(typeNode)
    if (typeNode) this.types(typeNode, types, path)
    for (const [name, { key }] of names) {
      const of = Object.hasOwn(this.keywords, name) ? this.keywords[name]?.of : undefined
      if (
        !of ||
        of === 'any' ||
        types.length === 0 ||
        types.includes(of) ||
        (of === 'number' && types.includes('integer')) ||
        (name === 'format' && types.includes('integer'))
      )
        continue
      this.refuse(key, path, { event: 'keywordOfOtherType', name, type: of })
    }
    return types
  }

  private types(node: JsonNode, types: readonly string[], path: string): void {
    for (const item of node.type === 'array' ? itemsOf(node) : [node])
      if (!TYPES.has(String(item.value)))
        this.refuse(item, path, { event: 'unknownSchemaType', type: String(item.value), types: TYPES })
    if (types.filter((type) => type !== 'null').length > 1) this.refuse(node, path, { event: 'severalTypes' })
  }

  /** Checks that formats and units are on the types that they apply to. */
  protected checkFormatAndUnit(
    names: ReadonlyMap<string, { value: JsonNode }>,
    types: readonly string[],
    path: string,
  ): void {
    const format = names.get('format')?.value
    const onInteger = format?.value === 'unix-seconds'
    if (
      format &&
      types.length > 0 &&
      FORMATS.has(String(format.value)) &&
      !types.includes(onInteger ? 'integer' : 'string')
    )
      this.refuse(format, path, {
        event: 'formatOfOtherType',
        format: String(format.value),
        type: onInteger ? 'an integer' : 'a string',
      })
    const unit = names.get('x-unit')?.value
    if (!unit || !UNITS.has(String(unit.value))) return
    if (unit.value === 'seconds' ? !types.includes('integer') : format?.value !== 'decimal')
      this.refuse(unit, path, { event: 'unitOfOtherType' })
  }

  private branches(list: JsonNode | undefined, path: string): void {
    const options = itemsOf(list).filter((item) => typesIn(member(item, 'type')).includes('object'))
    if (options.length < 2) return
    for (const option of options) {
      const isTagged = members(member(option, 'properties')).some(
        ({ value }) => member(value, 'const') !== undefined || member(value, 'enum') !== undefined,
      )
      if (!isTagged) this.refuse(option, path, { event: 'untaggedBranch' })
    }
  }
}

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/'))
const typesIn = (node: JsonNode | undefined): string[] =>
  (node?.type === 'array' ? itemsOf(node) : node ? [node] : []).map((item) => String(item.value))

/** Paths join names with dots, and expressions read them. */
const PROPERTY_NAME = /^[A-Za-z_][A-Za-z0-9_-]*$/

/** Draft-07 as allowed in a form: open objects, conditions, alternatives, lists of several kinds of items, definitions. */
class FormSchemaCheck extends SchemaCheck {
  protected override readonly keywords = { ...KEYWORDS, ...FORM_KEYWORDS }

  protected override checkValue(name: string, value: JsonNode, at: string, depth: number): boolean {
    const all = (list: readonly JsonNode[]): boolean => {
      if (list.length === 0) return this.refuse(value, parentOf(at), { event: 'noBranches', name })
      if (list.length > SCHEMA_LIMITS.branches)
        return this.refuse(value, at, { event: 'tooManyBranches', keyword: name })
      return list.map((node, index) => this.schema(node, `${at}/${index}`, depth)).every(Boolean)
    }
    const map = (check: (one: JsonNode, path: string) => boolean): boolean => {
      const inner = members(value)
      if (inner.length > SCHEMA_LIMITS.properties)
        return this.refuse(value, at, { event: 'tooManyNames', keyword: name })
      return inner
        .map((item) => this.name(item.name, item.key, at) && check(item.value, `${at}/${item.name}`))
        .every(Boolean)
    }
    switch (name) {
      case 'if':
      case 'then':
      case 'else':
      case 'not':
        return this.schema(value, at, depth)
      case 'allOf':
      case 'anyOf':
      case 'oneOf':
        return all(itemsOf(value))
      case 'items':
        return value.type === 'array' ? all(itemsOf(value)) : this.schema(value, at, depth)
      case 'additionalItems':
      case 'additionalProperties':
        return value.type === 'boolean' || this.schema(value, at, depth)
      case 'properties':
        return (
          members(value)
            .map((member) => this.name(member.name, member.key, at))
            .every(Boolean) && super.checkValue(name, value, at, depth)
        )
      case 'definitions':
        return map((node, path) => this.schema(node, path, depth))
      case 'dependencies':
        return map((node, path) => (node.type === 'array' ? this.texts(node, path) : this.schema(node, path, depth)))
      case 'required':
      case 'type':
        return value.type !== 'array' || this.texts(value, at)
      case 'minProperties':
      case 'maxProperties':
        return (
          (Number.isSafeInteger(value.value) && Number(value.value) >= 0) ||
          this.refuse(value, parentOf(at), { event: 'keywordNotCount', name })
        )
      case 'multipleOf':
        return (
          (Number.isSafeInteger(value.value) && Number(value.value) > 0) ||
          this.refuse(value, at, { event: 'fractionalStep' })
        )
      default:
        return super.checkValue(name, value, at, depth)
    }
  }

  private name(name: string, key: JsonNode, at: string): boolean {
    return PROPERTY_NAME.test(name) || this.refuse(key, at, { event: 'invalidPropertyName', name })
  }

  private texts(list: JsonNode, at: string): boolean {
    return (
      itemsOf(list)
        .map((item) => item.type === 'string' || this.refuse(item, at, { event: 'nameNotString' }))
        .every(Boolean) && this.checkDistinct(list, at)
    )
  }

  protected override checkCombined(
    _node: JsonNode,
    names: ReadonlyMap<string, { key: JsonNode; value: JsonNode }>,
    path: string,
  ): void {
    const reference = names.get('$ref')?.value
    if (reference) {
      if (!/^#\/definitions\/[^/]+$/.test(String(reference.value)))
        this.refuse(reference, path, { event: 'referenceOutsideOfForm', reference: String(reference.value) })
      return
    }
    const types = this.checkTypes(names, path)
    // A file is no value of JSON: its schema has a format and no type.
    if (names.get('format')?.value.value !== 'file') this.checkFormatAndUnit(names, types, path)
    const maxItems = names.get('maxItems')?.value.value
    const unique = names.get('uniqueItems')
    if (unique?.value.value === true && !(typeof maxItems === 'number' && maxItems <= UNIQUE_ITEMS_LIMIT))
      this.refuse(unique.key, path, { event: 'uniqueWithoutMaximum' })
  }

  /** Checks that need the complete form: references name a definition, and required names are properties of the object. */
  references(root: JsonNode, path: string): boolean {
    const definitions = new Set(members(member(root, 'definitions')).map(({ name }) => name))
    let sound = true
    const visit = (node: JsonNode | undefined, at: string, outerNames: ReadonlySet<string> | null): void => {
      if (node?.type !== 'object') return
      const reference = member(node, '$ref')
      const name = String(reference?.value).slice('#/definitions/'.length)
      if (reference && String(reference.value).startsWith('#/definitions/') && !definitions.has(name))
        sound = this.refuse(reference, at, { event: 'unknownDefinition', name, definitions })
      const known = outerNames && joinedNames(node, outerNames)
      if (known) {
        const needed = [
          ...itemsOf(member(node, 'required')),
          ...members(member(node, 'dependencies')).flatMap(({ value }) => itemsOf(value)),
        ]
        for (const item of needed)
          if (!known.has(String(item.value)))
            this.refuse(item, at, { event: 'requiredNotProperty', name: String(item.value), properties: known })
      }
      for (const { name: property, value } of members(member(node, 'properties')))
        visit(value, `${at}/properties/${property}`, NO_NAMES)
      for (const key of BRANCHES) visit(member(node, key), `${at}/${key}`, known)
      for (const key of BRANCH_LISTS)
        for (const [index, item] of itemsOf(member(node, key)).entries()) visit(item, `${at}/${key}/${index}`, known)
      for (const { name: property, value } of members(member(node, 'dependencies')))
        visit(value, `${at}/dependencies/${property}`, known)
      for (const key of ['items', 'additionalItems', 'additionalProperties']) {
        const inner = member(node, key)
        for (const [index, item] of (inner?.type === 'array' ? itemsOf(inner) : [inner]).entries())
          visit(item, inner?.type === 'array' ? `${at}/${key}/${index}` : `${at}/${key}`, NO_NAMES)
      }
      // A definition may be a part of an object that has more properties.
      for (const { name: property, value } of members(member(node, 'definitions')))
        visit(value, `${at}/definitions/${property}`, null)
    }
    visit(root, path, NO_NAMES)
    return sound
  }
}

const NO_NAMES: ReadonlySet<string> = new Set()
const BRANCHES = ['if', 'then', 'else', 'not'] as const
const BRANCH_LISTS = ['allOf', 'oneOf', 'anyOf'] as const

/** The names that an object may have, its branches included; null where it may have any, or those of a definition. */
function joinedNames(node: JsonNode, outerNames: ReadonlySet<string>): ReadonlySet<string> | null {
  const names = new Set(outerNames)
  let isOpen = false
  const visit = (schema: JsonNode | undefined): void => {
    if (schema?.type !== 'object') return
    const more = member(schema, 'additionalProperties')
    if (member(schema, '$ref') || more?.type === 'object' || more?.value === true) isOpen = true
    for (const { name } of members(member(schema, 'properties'))) names.add(name)
    for (const key of BRANCHES) visit(member(schema, key))
    for (const key of BRANCH_LISTS) for (const inner of itemsOf(member(schema, key))) visit(inner)
    for (const { value } of members(member(schema, 'dependencies'))) visit(value)
  }
  visit(node)
  return isOpen ? null : names
}
