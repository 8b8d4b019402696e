/** Folders of widgets and of actions, the engine's and the product's: each unit is a folder in one of them. */
export const UNIT_FOLDERS = {
  widgets: ['src/engine/widgets', 'src/product/widgets'],
  actions: ['src/engine/actions', 'src/product/actions'],
} as const
export type UnitKind = keyof typeof UNIT_FOLDERS

/** The id of the screen in a file: its path within screens/. */
export const screenIdOf = (file: string): string => file.replace(/^screens\//, '').replace(/\.json$/, '')

/** The file of a screen. */
export const screenFile = (id: string): string => `screens/${id}.json`

/** The file of a form. */
export const formFile = (id: string): string => `schemas/forms/${id}.json`
export const FORM_FILE = /^schemas\/forms\/(.+)\.json$/

/** The calls that serve the app's own code, by service. */
export const SERVICES_FILE = 'src/product/services.json'

/** Files with the names of icons and how each is loaded: the engine's and the product's. */
export const ICON_FILES = ['src/engine/widgets/Icon/icons.json', 'src/product/icons.json'] as const

const FILE = /^src\/(?:engine|product)\/(widgets|actions)\/([^/]+)\/\2\.schema\.json$/

/** The unit that a schema file describes; undefined for another file. */
export function unitOf(file: string): { kind: UnitKind; name: string } | undefined {
  const [, kind, name] = FILE.exec(file) ?? []
  return kind === undefined || name === undefined ? undefined : { kind: kind as UnitKind, name }
}

/** The paths where the schema file of a unit may be. */
export const unitFiles = (kind: UnitKind, name: string): string[] =>
  UNIT_FOLDERS[kind].map((folder) => `${folder}/${name}/${name}.schema.json`)
