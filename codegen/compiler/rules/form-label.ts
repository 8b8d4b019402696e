import type { Rule } from '../rule.ts'
import type { Report } from '../source/findings/diagnostics.ts'
import { textsOf } from '../locales/texts.ts'
import type { JsonNode, Source } from '../source/source.ts'
import { itemsOf, member, members } from '../source/source.ts'
import { FORM_FILE } from '../source/folders.ts'

const rule: Rule = {
  meta: {
    name: 'form-label',
    severity: 'error',
    doc: 'Every field of a form has a label of its own.',
  },
  on: {
    project({ sources }, report) {
      const english = sources.get('locales/en.json')
      for (const [file, source] of sources)
        if (FORM_FILE.test(file))
          checkLabels(
            source,
            (key) => english && textsOf(english).get(key),
            (finding, at, path) => report(finding, source, at, path),
          )
    },
  },
}
export default rule

const noLabel = (field: string): Report => ({
  code: 'noLabel',
  params: { field },
})

const emptyLabel = (field: string): Report => ({
  code: 'emptyLabel',
  params: { field },
})

const sameLabel = (): Report => ({
  code: 'sameLabel',
})

/** Checks the labels in schemas/forms/<id>.json: unique within an object, except between branches of a condition. */
function checkLabels(
  source: Source,
  textOf: (key: string) => string | undefined,
  report: (finding: Report, at: JsonNode, path: string) => void,
): void {
  const uiSchema = member(source.root, 'uiSchema')
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
      if (label === undefined || label === '') report(noLabel(name), at, titlePath)
      else if (textOf(label)?.trim() === '') report(emptyLabel(name), at, titlePath)
      else if (seen.has(label)) report(sameLabel(), at, titlePath)
      if (label !== undefined) seen.add(label)
      labelled.add(name)
      visit(value, inner, `${path}/properties/${name}`, NO_NAMES)
    }
    for (const branch of ['then', 'else']) visit(member(node, branch), ui, `${path}/${branch}`, labelled)
    for (const list of ['allOf', 'oneOf', 'anyOf'])
      for (const [index, item] of itemsOf(member(node, list)).entries())
        visit(item, ui, `${path}/${list}/${index}`, labelled)
    for (const { name, value } of members(member(node, 'dependencies')))
      visit(value, ui, `${path}/dependencies/${name}`, labelled)
    for (const { name, value } of members(member(node, 'definitions')))
      visit(value, undefined, `${path}/definitions/${name}`, NO_NAMES)
    for (const key of ['items', 'additionalItems', 'additionalProperties']) {
      const child = member(node, key)
      for (const [index, item] of (child?.type === 'array' ? itemsOf(child) : [child]).entries())
        visit(item, member(ui, key), child?.type === 'array' ? `${path}/${key}/${index}` : `${path}/${key}`, NO_NAMES)
    }
  }
  visit(member(source.root, 'schema'), uiSchema, 'schema', NO_NAMES)
}

const NO_NAMES: ReadonlySet<string> = new Set()
