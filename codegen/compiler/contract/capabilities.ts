import { requirement } from '../../../src/engine/language/capabilities.ts'
import { fieldKindsOf } from '../../../src/engine/language/forms/forms.ts'
import type { RequiredCapabilities } from '../../../src/engine/language/capabilities.ts'
import type { FormDef, Screen } from '../../../src/engine/language/expressions/program.ts'
import type { ActionDef, Contract, Widget } from './contract.ts'
import { canonicalJson } from '../../../src/engine/language/values/sha256.ts'
import { memo } from '../source/memo.ts'
import type { Schema } from './schema.ts'
import { typesOf } from './schema.ts'
import { toJson } from '../source/source.ts'
import type { Source } from '../source/source.ts'
import type { UsedNames } from '../source/names/usedNames.ts'

/** The interface of a widget, action or function in a client: names with short types. */
export interface Surface {
  version: number
  /** Props of a widget, arguments of an action or a function. */
  takes: Readonly<Record<string, string>>
  /** Slots and events of a widget, slots and branches of an action; result of a function. */
  has: readonly string[]
}

/** schemas/clients/<release>.json: what a released client can draw and do. */
export interface ClientManifest {
  release: string
  widgets: Readonly<Record<string, Surface>>
  actions: Readonly<Record<string, Surface>>
  functions: Readonly<Record<string, Surface>>
  /** Kinds of fields; a release from before they were listed has none here. */
  fields?: readonly string[]
}

const CLIENT_FILE = /^schemas\/clients\/(.+)\.json$/

/** Client capabilities that a screen requires which uses these names and forms. */
export function requirements(used: UsedNames, contract: Contract, forms: readonly FormDef[]): Screen['requires'] {
  const fields = new Set(forms.flatMap((form) => [...fieldKindsOf(form)]))
  const named = (names: ReadonlySet<string>, version: (name: string) => number): string[] =>
    [...names].toSorted().map((name) => requirement(name, version(name)))
  return {
    widgets: named(used.widgets, (name) => contract.widgets.get(name)?.version ?? 1),
    actions: named(used.actions, (name) => contract.actions.get(name)?.version ?? 1),
    functions: named(used.functions, (name) => contract.signatures[name]?.version ?? 1),
    ...(fields.size > 0 && { fields: [...fields].toSorted() }),
  } satisfies RequiredCapabilities
}

/** The manifest of a client that is built of this contract. */
export function clientManifest(release: string, contract: Contract): ClientManifest {
  return {
    release,
    widgets: Object.fromEntries([...contract.widgets].map(([name, widget]) => [name, widgetSurface(widget)])),
    actions: Object.fromEntries([...contract.actions].map(([name, action]) => [name, actionSurface(action)])),
    functions: Object.fromEntries(
      Object.entries(contract.signatures).map(([name, { params, optional = 0, result, call, version = 1 }]) => [
        name,
        {
          version,
          takes: Object.fromEntries(
            params.map((param, index) => [`${index + 1}`, index < params.length - optional ? `${param}!` : param]),
          ),
          has: [`${call}: ${result}`],
        },
      ]),
    ),
    fields: [...contract.formWidgets].toSorted(),
  }
}

const fieldsOf = (schema: Schema): Record<string, string> =>
  Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, property]) => [
      name,
      `${schemaSignature(property)}${schema.required?.includes(name) ? '!' : ''}`,
    ]),
  )

function widgetSurface({ version, props, slots, events }: Widget): Surface {
  return {
    version,
    takes: fieldsOf(props),
    has: [
      ...Object.keys(slots).map((name) => `slot ${name}`),
      ...Object.entries(events).map(
        ([name, { detail }]) => `event ${name}${detail ? ` ${schemaSignature(detail)}` : ''}`,
      ),
    ],
  }
}

function actionSurface({ version, args, slots, branches }: ActionDef): Surface {
  return {
    version,
    takes: fieldsOf(args),
    has: [
      ...Object.keys(slots).map((name) => `slot ${name}`),
      ...Object.entries(branches).map(
        ([name, { as, type }]) =>
          `branch ${name}${as === undefined ? '' : ` ${as}`}${type === undefined || type === 'x-call-data' ? '' : ` ${schemaSignature(type)}`}`,
      ),
    ],
  }
}

/** Short text of a schema: the values that a client built with it accepts. Descriptions, units and limits are left out. */
function schemaSignature(schema: Schema, depth = 0): string {
  const { types, nullable } = typesOf(schema)
  const orNull = nullable ? '|null' : ''
  if (depth > 6) return `…${orNull}`
  if (schema.oneOf) return `(${schema.oneOf.map((option) => schemaSignature(option, depth + 1)).join('|')})${orNull}`
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum)
    return `${schema.enum
      .filter((value) => value !== null)
      .map((value) => JSON.stringify(value))
      .toSorted((a, b) => (a < b ? -1 : 1))
      .join('|')}${orNull}`
  if (types.includes('array')) return `[${schema.items ? schemaSignature(schema.items, depth + 1) : ''}]${orNull}`
  if (types.includes('object') && schema.properties)
    return `{${Object.entries(schema.properties)
      .map(
        ([name, property]) =>
          `${name}${schema.required?.includes(name) ? '' : '?'}: ${schemaSignature(property, depth + 1)}`,
      )
      .join(', ')}}${orNull}`
  if (typeof schema.additionalProperties === 'object')
    return `map ${schemaSignature(schema.additionalProperties, depth + 1)}${orNull}`
  return `${types.join('|') || 'any'}${schema.format === undefined ? '' : `(${schema.format})`}${orNull}`
}

/** The manifest in a file; undefined if it has not the form of one. */
export const manifestOf = memo(({ root }: Source): ClientManifest | undefined => {
  const raw: unknown = root && toJson(root)
  return isManifest(raw) ? raw : undefined
})

/** The stored manifests, oldest release first. */
export function readClients(sources: ReadonlyMap<string, Source>): ClientManifest[] {
  const manifests: ClientManifest[] = []
  for (const [file, source] of sources) {
    const manifest = CLIENT_FILE.test(file) ? manifestOf(source) : undefined
    if (manifest) manifests.push(manifest)
  }
  return manifests.toSorted((a, b) => compareReleases(a.release, b.release))
}

const isRecord = (value: unknown, isItem: (item: unknown) => boolean): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value) && Object.values(value).every(isItem)
const isText = (value: unknown): value is string => typeof value === 'string'

function isSurface(value: unknown): value is Surface {
  if (!isRecord(value, () => true)) return false
  const { version, takes, has } = value
  return Number.isSafeInteger(version) && isRecord(takes, isText) && Array.isArray(has) && has.every(isText)
}

/** Whether a value has the form of a manifest. */
export function isManifest(value: unknown): value is ClientManifest {
  return (
    isRecord(value, () => true) &&
    isText(value.release) &&
    [value.widgets, value.actions, value.functions].every((surfaces) => isRecord(surfaces, isSurface)) &&
    (value.fields === undefined || (Array.isArray(value.fields) && value.fields.every(isText)))
  )
}

function compareReleases(a: string, b: string): number {
  const [left, right] = [a, b].map((text) => text.split(/[.-]/).map(Number))
  for (let index = 0; index < 3; index++) {
    const difference = (left?.[index] || 0) - (right?.[index] || 0)
    if (difference !== 0) return difference
  }
  return a < b ? -1 : a > b ? 1 : 0
}

/** "icon is new", "tone is other". */
export function surfaceChanges(before: Surface, after: Surface): string[] {
  const names = [...new Set([...Object.keys(before.takes), ...Object.keys(after.takes)])]
  return [
    ...names.flatMap((name) => {
      const [previous, current] = [before.takes[name], after.takes[name]]
      return previous === current
        ? []
        : [`"${name}" ${previous === undefined ? 'is added' : current === undefined ? 'is removed' : 'has changed'}`]
    }),
    ...after.has.filter((capability) => !before.has.includes(capability)).map((capability) => `${capability} is new`),
    ...before.has
      .filter((capability) => !after.has.includes(capability))
      .map((capability) => `${capability} is removed`),
  ]
}

/** Stored form: one widget per line, for readable diffs. */
export function clientText(manifest: ClientManifest): string {
  const lines = (surfaces: Readonly<Record<string, Surface>>): string =>
    Object.keys(surfaces)
      .toSorted()
      .map((name) => `    ${JSON.stringify(name)}: ${JSON.stringify(JSON.parse(canonicalJson(surfaces[name])))}`)
      .join(',\n')
  return `{\n  "release": ${JSON.stringify(manifest.release)},\n  "widgets": {\n${lines(manifest.widgets)}\n  },\n  "actions": {\n${lines(manifest.actions)}\n  },\n  "functions": {\n${lines(manifest.functions)}\n  },\n  "fields": ${JSON.stringify(manifest.fields ?? [])}\n}\n`
}
