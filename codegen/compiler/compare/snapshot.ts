import type { CallDef, FormDef, Manifest, Screen, Shell } from '../../../src/engine/language/expressions/program.ts'
import type { Catalogue } from '../catalogue.ts'
import type { ClientManifest } from '../contract/capabilities.ts'
import type { Checked } from '../project.ts'

/** One of two compared states of a catalogue. */
export interface CatalogueSnapshot {
  /** Route to lowered screen. */
  screens: ReadonlyMap<string, Screen>
  /** Language to its texts. */
  texts: ReadonlyMap<string, Readonly<Record<string, string>>>
  shell: Shell | undefined
  /** Calls that the shell itself makes. */
  shellCalls: Readonly<Record<string, CallDef>>
  /** Capabilities of released clients; none in a catalogue. */
  clients: readonly ClientManifest[]
}

/** The empty catalogue: baseline of a first publication. */
export const EMPTY_SNAPSHOT: CatalogueSnapshot = {
  screens: new Map(),
  texts: new Map(),
  shell: undefined,
  shellCalls: {},
  clients: [],
}

/** A checked project; screens that could not be compiled are left out. */
export function snapshotOfProject({ screens, locales, shell, shellCalls, clients }: Checked): CatalogueSnapshot {
  return {
    screens: new Map(screens.flatMap(({ screen }) => (screen ? [[screen.route, screen] as const] : []))),
    texts: locales,
    shell,
    shellCalls,
    clients,
  }
}

/** A built or fetched catalogue. A missing file of the manifest is an error. */
export function snapshotOfCatalogue({
  manifest,
  files,
}: {
  manifest: Manifest
  files: Catalogue['files']
}): CatalogueSnapshot {
  const read = (hash: string): unknown => {
    const text = files.get(hash)
    if (text === undefined)
      throw new Error(`The catalogue ${manifest.revision.slice(0, 8)} lacks its file ${hash}.json.`)
    return JSON.parse(text)
  }
  return {
    screens: new Map(
      Object.entries(manifest.routes).map(([route, { hash }]) => [route, withoutValidators(read(hash) as Screen)]),
    ),
    texts: new Map(
      Object.entries(manifest.locales).map(([language, hash]) => [language, read(hash) as Record<string, string>]),
    ),
    shell: manifest.shell,
    shellCalls: manifest.calls,
    clients: [],
  }
}

function withoutValidator(form: FormDef): FormDef {
  const { validator: _, ...others } = form
  return others
}

/** A screen without the hashes of its form modules: a hash depends only on the schema of its form. */
const withoutValidators = (screen: Screen): Screen => ({
  ...screen,
  forms: Object.fromEntries(Object.entries(screen.forms).map(([name, form]) => [name, withoutValidator(form)])),
})
