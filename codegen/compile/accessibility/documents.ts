import { itemsOf, member, members, rangeOf } from '../source.ts'
import type { JsonNode, Source } from '../source.ts'
import { Reporter } from '../reporter.ts'
import type { Diagnostic, Rule, Suggestion } from '../diagnostics.ts'
import { didYouMean } from '../nearest.ts'
import type { Widget } from '../contract.ts'
import contractShape from '../../check/rules/contract-shape.ts'
import formLabel from '../../check/rules/form-label.ts'
import titleMissing from '../../check/rules/title-missing.ts'

function report(
  source: Source,
  at: JsonNode,
  diagnostics: Diagnostic[],
  finding: { rule: Rule; path: string; message: string; suggestion?: Suggestion },
): void {
  const { rule, ...details } = finding
  const reporter = new Reporter(source)
  reporter.report(rule, { at: rangeOf(at), ...details })
  diagnostics.push(...reporter.diagnostics)
}

/** Screen readers announce the title on entering a screen; a tab may use the product's name. */
export function checkTitle(source: Source, isTab: boolean, nav: string, diagnostics: Diagnostic[]): void {
  const route = member(source.root, 'route')
  if (!route || isTab || nav === 'none' || member(source.root, 'title')) return
  report(source, route, diagnostics, {
    rule: titleMissing,
    path: 'title',
    message: 'This screen has no title.',
    suggestion: 'Add "title": a text that names the screen.',
  })
}

/** Checks the labels in schemas/forms/<id>.json: unique within an object, except between branches of a condition. */
export function checkLabels(
  source: Source,
  textOf: (key: string) => string | undefined,
  diagnostics: Diagnostic[],
): void {
  const uiSchema = member(source.root, 'uiSchema')
  const reporter = new Reporter(source)
  const refuse = (at: JsonNode, path: string, message: string, suggestion?: Suggestion): void =>
    reporter.report(formLabel, { at: rangeOf(at), path, message, ...(suggestion === undefined ? {} : { suggestion }) })
  const definitions = member(member(source.root, 'schema'), 'definitions')
  /** The title of a property, or of the definition that it refers to. */
  const titleOf = (schema: JsonNode): JsonNode | undefined =>
    member(schema, 'title') ??
    member(member(definitions, String(member(schema, '$ref')?.value).slice('#/definitions/'.length)), 'title')
  /** `named`: the properties that have a label in the object which this branch of a condition belongs to. */
  const visit = (
    node: JsonNode | undefined,
    ui: JsonNode | undefined,
    path: string,
    named: ReadonlySet<string>,
  ): void => {
    if (node?.type !== 'object') return
    const seen = new Set<string>()
    const labelled = new Set(named)
    for (const { name, key, value } of members(member(node, 'properties'))) {
      const inner = member(ui, name)
      const titleNode = member(inner, 'ui:title') ?? titleOf(value)
      const label = titleNode?.type === 'string' ? String(titleNode.value) : undefined
      const at = titleNode ?? key
      const titlePath = `${path}/properties/${name}/title`
      // A constant discriminates branches and is not rendered.
      if (label === undefined && (member(value, 'const') || named.has(name))) continue
      if (label === undefined || label === '')
        refuse(at, titlePath, `The field "${name}" has no label.`, 'Add "title": a key of locales/en.json.')
      else if (textOf(label)?.trim() === '') refuse(at, titlePath, `The label of the field "${name}" is an empty text.`)
      else if (seen.has(label))
        refuse(
          at,
          titlePath,
          'Another field of this form has the same label.',
          'Give them labels that can be distinguished.',
        )
      if (label !== undefined) seen.add(label)
      labelled.add(name)
      visit(value, inner, `${path}/properties/${name}`, NO_NAMES)
    }
    for (const branch of ['then', 'else']) visit(member(node, branch), ui, `${path}/${branch}`, labelled)
    for (const list of ['allOf', 'oneOf', 'anyOf'])
      for (const [index, one] of itemsOf(member(node, list)).entries())
        visit(one, ui, `${path}/${list}/${index}`, labelled)
    for (const { name, value } of members(member(node, 'dependencies')))
      visit(value, ui, `${path}/dependencies/${name}`, labelled)
    for (const { name, value } of members(member(node, 'definitions')))
      visit(value, undefined, `${path}/definitions/${name}`, NO_NAMES)
    for (const key of ['items', 'additionalItems', 'additionalProperties']) {
      const child = member(node, key)
      for (const [index, one] of (child?.type === 'array' ? itemsOf(child) : [child]).entries())
        visit(one, member(ui, key), child?.type === 'array' ? `${path}/${key}/${index}` : `${path}/${key}`, NO_NAMES)
    }
  }
  visit(member(source.root, 'schema'), uiSchema, 'schema', NO_NAMES)
  diagnostics.push(...reporter.diagnostics)
}

const NO_NAMES: ReadonlySet<string> = new Set()

/** Allowed values of a member of `x-a11y`: a list of values, or the kind of value. */
const A11Y_MEMBERS: Readonly<Record<string, readonly string[] | 'event' | 'slots' | 'token' | 'number'>> = {
  name: ['needed'],
  control: 'event',
  holds: ['controls', 'anything'],
  content: 'slots',
  target: 'token',
  live: ['off', 'polite', 'assertive'],
  level: 'number',
}

/** Checks that the names in a widget's annotations are declared by the widget, or are length tokens. */
export function checkA11yAnnotation(
  source: Source,
  widget: Widget,
  isLength: (token: string) => boolean,
  diagnostics: Diagnostic[],
): void {
  const refuse = (at: JsonNode, path: string, message: string, name: string, names: Iterable<string>): void => {
    const suggestion = didYouMean(name, names)
    report(source, at, diagnostics, {
      rule: contractShape,
      path,
      message,
      ...(suggestion === undefined ? {} : { suggestion }),
    })
  }
  for (const { name, key, value } of members(member(source.root, 'x-a11y'))) {
    const kind = A11Y_MEMBERS[name]
    const path = `x-a11y/${name}`
    const text = String(value.value)
    if (kind === undefined) refuse(key, path, `"x-a11y" has no "${name}".`, name, Object.keys(A11Y_MEMBERS))
    else if (kind === 'slots') {
      for (const slot of itemsOf(value))
        if (!Object.hasOwn(widget.slots, String(slot.value)))
          refuse(
            slot,
            path,
            `${widget.name} has no slot "${String(slot.value)}".`,
            String(slot.value),
            Object.keys(widget.slots),
          )
    } else if (kind === 'event') {
      if (value.value !== true && !Object.hasOwn(widget.events, text))
        refuse(value, path, `${widget.name} has no event "${text}".`, text, Object.keys(widget.events))
    } else if (kind === 'token') {
      if (!isLength(text)) refuse(value, path, `There is no length "${text}" among the tokens.`, text, [])
    } else if (kind !== 'number' && !kind.includes(text))
      refuse(value, path, `"${name}" is ${kind.join(' or ')}.`, text, kind)
  }
  const props = Object.keys(widget.props.properties ?? {})
  for (const { name, value } of members(member(member(source.root, 'props'), 'properties'))) {
    for (const other of itemsOf(member(member(value, 'x-color'), 'beside'))) {
      if (!props.includes(String(other.value)))
        refuse(
          other,
          `props/properties/${name}/x-color`,
          `${widget.name} has no prop "${String(other.value)}".`,
          String(other.value),
          props,
        )
    }
    for (const { value: token } of members(member(value, 'x-target-size'))) {
      if (!isLength(String(token.value)))
        refuse(
          token,
          `props/properties/${name}/x-target-size`,
          `There is no length "${String(token.value)}" among the tokens.`,
          String(token.value),
          [],
        )
    }
  }
}
