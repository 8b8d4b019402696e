/** What a client can draw and do: names with the version of each. The generator writes that of this build. */
export interface Capabilities {
  release: string
  widgets: Readonly<Record<string, number>>
  actions: Readonly<Record<string, number>>
  functions: Readonly<Record<string, number>>
  /** Kinds of fields. A client that was released before they were listed may draw any. */
  fields?: Readonly<Record<string, number>>
}

/** What a screen needs, as the catalogue says it: "Gauge", or "Gauge@2" from the second version on. */
export interface Requires {
  widgets: readonly string[]
  actions: readonly string[]
  functions: readonly string[]
  /** The kinds of its forms' fields: what draws them is fetched with the widgets. */
  fields?: readonly string[]
  /** Those of `fields` that the screen draws only after a change of its state: they are fetched once it is drawn. */
  deferred?: readonly string[]
}

export interface MissingCapability {
  kind: 'widget' | 'action' | 'function' | 'kind of field'
  name: string
  /** The version that is needed. */
  version: number
  /** The version that the client has; 0: it has none. */
  has: number
}

const KINDS = [['widgets', 'widget'], ['actions', 'action'], ['functions', 'function'], ['fields', 'kind of field']] as const

export const requirement = (name: string, version: number): string => (version > 1 ? `${name}@${version}` : name)

export function parseRequirement(text: string): { name: string; version: number } {
  const [name = '', version] = text.split('@')
  return { name, version: version === undefined ? 1 : Number(version) }
}

/** What of `requires` a client has not, or has in too old a version. A client draws everything up to its own version. */
export function missing(requires: Requires, capabilities: Capabilities): MissingCapability[] {
  return KINDS.flatMap(([kinds, kind]) => {
    const held = capabilities[kinds]
    return (requires[kinds] ?? []).flatMap((text) => {
      const { name, version } = parseRequirement(text)
      const has = held === undefined ? version : Object.hasOwn(held, name) ? (held[name] ?? 0) : 0
      return has >= version ? [] : [{ kind, name, version, has }]
    })
  })
}

/** "widget Gauge@2". */
export const describeMissing = ({ kind, name, version }: MissingCapability): string => `${kind} ${requirement(name, version)}`
