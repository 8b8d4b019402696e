/** The capabilities of a client: names with the version of each. The generator writes those of this build. */
export interface Capabilities {
  release: string
  widgets: Readonly<Record<string, number>>
  actions: Readonly<Record<string, number>>
  functions: Readonly<Record<string, number>>
  /** Kinds of fields. A client released before they were listed supports all. */
  fields?: Readonly<Record<string, number>>
}

/** A requirement of a screen in the catalogue: "Gauge", or "Gauge@2" from the second version on. */
export interface RequiredCapabilities {
  widgets: readonly string[]
  actions: readonly string[]
  functions: readonly string[]
  /** The kinds of its forms' fields: their code is fetched with the widgets. */
  fields?: readonly string[]
  /** Those of `widgets` and `fields` that the first frame does not need, since only a change of state or an event draws them: they are fetched when they are drawn. */
  deferred?: readonly string[]
}

export interface MissingCapability {
  kind: 'widget' | 'action' | 'function' | 'kind of field'
  name: string
  /** The required version. */
  version: number
  /** The client's version; 0: it has none. */
  clientVersion: number
}

const KINDS = [
  ['widgets', 'widget'],
  ['actions', 'action'],
  ['functions', 'function'],
  ['fields', 'kind of field'],
] as const

/** Formats a requirement: the name alone for version 1, "name@version" from version 2 on. */
export const requirement = (name: string, version: number): string => (version > 1 ? `${name}@${version}` : name)

/** Parses a requirement; a name without "@" requires version 1. */
export function parseRequirement(text: string): { name: string; version: number } {
  const [name = '', version] = text.split('@')
  return { name, version: version === undefined ? 1 : Number(version) }
}

/** The parts of `requires` that a client lacks, or has in too old a version. A client supports all versions up to its own. */
export function missingCapabilities(requires: RequiredCapabilities, capabilities: Capabilities): MissingCapability[] {
  return KINDS.flatMap(([kinds, kind]) => {
    const supported = capabilities[kinds]
    return (requires[kinds] ?? []).flatMap((text) => {
      // Without a version behind the name: the first one, which each client with this name has.
      if (supported !== undefined && Object.hasOwn(supported, text)) return []
      const { name, version } = parseRequirement(text)
      const clientVersion =
        supported === undefined ? version : Object.hasOwn(supported, name) ? (supported[name] ?? 0) : 0
      return clientVersion >= version ? [] : [{ kind, name, version, clientVersion }]
    })
  })
}

/** "widget Gauge@2". */
export const describeMissing = ({ kind, name, version }: MissingCapability): string =>
  `${kind} ${requirement(name, version)}`
