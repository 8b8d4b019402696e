import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Plugin, UserConfig } from 'vite'
import { parseRequirement } from '../../src/engine/language/capabilities.ts'
import { loadProject } from '../cli/load.ts'
import { UNIT_FOLDERS } from '../compiler/source/folders.ts'
import { productCompiler } from '../product.ts'

interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

/** All modules reached from these by static imports. */
export function reach(from: readonly string[], graph: Graph): Set<string> {
  const reached = new Set<string>()
  const open = [...from]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (reached.has(id)) continue
    reached.add(id)
    open.push(...(graph.getModuleInfo(id)?.importedIds ?? []))
  }
  return reached
}

const isLibrary = (id: string): boolean => id.includes('/node_modules/')

/** Folder of src/engine/widgets with what several widgets share. */
const HELPERS = 'lib'

/** A widget on fewer of the screens, as a share of them, is in a separate chunk. */
const OFTEN = 1 / 8

/** Chunks most of whose functions run on the first screen that loads them. */
const COMPILED_AT_ONCE: ReadonlySet<string> = new Set([
  'libraries',
  'first',
  'Form',
  'Chart',
  'Drawing.lazy',
  'uPlot.min',
])

/**
 * Makes V8 compile these chunks on a separate thread while they load. Without it each function is compiled on the main thread
 * at its first call. Other engines ignore it. It is valid only on the first line of a file.
 */
function compileHint(): Plugin {
  return {
    name: 'placard:compile-hint',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const chunk of Object.values(bundle))
          if (chunk.type === 'chunk' && COMPILED_AT_ONCE.has(chunk.name))
            chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`
      },
    },
  }
}

/** Plugins of the build: the V8 compile hint for chunks that run at once, and the check that no chunks import one another in a cycle. */
export const chunkPlugins = (): Plugin[] => [compileHint(), acyclicChunks()]

/** A cycle among the static imports of chunks, from a chunk to itself; null if there is none. */
export function cycleOf(imports: ReadonlyMap<string, readonly string[]>): string[] | null {
  const done = new Set<string>()
  function visit(name: string, path: readonly string[]): string[] | null {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name]
    if (done.has(name)) return null
    for (const next of imports.get(name) ?? []) {
      const cycle = visit(next, [...path, name])
      if (cycle) return cycle
    }
    done.add(name)
    return null
  }
  for (const name of imports.keys()) {
    const cycle = visit(name, [])
    if (cycle) return cycle
  }
  return null
}

/** Fails the build when chunks import each other in a cycle: the one that is evaluated first reads values that are not there yet. */
function acyclicChunks(): Plugin {
  return {
    name: 'placard:acyclic-chunks',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const cycle = cycleOf(
          new Map(
            Object.values(bundle).flatMap((chunk) => (chunk.type === 'chunk' ? [[chunk.fileName, chunk.imports]] : [])),
          ),
        )
        if (cycle)
          this.error(`Chunks import each other: ${cycle.join(' → ')}. See widgetChunks in codegen/vite/chunks.ts.`)
      },
    },
  }
}

/**
 * The app with what the shell and the home screen draw with is the first load, in two chunks: one of the libraries, which stays in the
 * cache of the browser from release to release, and one of the app's own code. All else that the login draws with is a chunk, the widgets that
 * many screens have one, the stores of forms one, each other widget one; a lazy widget (Name/Name.lazy.tsx) is a separate chunk with its
 * helpers. A widget with lazy parts (Form/widgets/phone.lazy.tsx) is one without them, each part is one, and what several parts need is one
 * more, with other widgets among it in another.
 * Chunks are computed from the screens and the imports, not from a list.
 */
export function widgetChunks(root: string): UserConfig {
  const { screens, shell } = productCompiler().check(new Map(loadProject(root)))
  const requiredBy = screens.map(({ route, screen }) => ({
    route,
    widgets: (screen?.requires.widgets ?? []).map((widget) => parseRequirement(widget).name),
  }))
  const widgetsOf = (at: string | undefined): string[] => requiredBy.find(({ route }) => route === at)?.widgets ?? []
  const isUsedOften = (name: string): boolean =>
    requiredBy.filter(({ widgets }) => widgets.includes(name)).length >= requiredBy.length * OFTEN
  const folders = UNIT_FOLDERS.widgets.map((folder) => join(root, folder, '/'))
  const folderOf = (path: string): string | undefined => folders.find((folder) => path.startsWith(folder))
  /** The folder of each widget, and that of the helpers, by name. */
  const places = new Map(
    folders
      .filter(existsSync)
      .flatMap((folder) => readdirSync(folder).map((name) => [name, join(folder, name)] as const)),
  )
  const names = [...places.keys()]
  const main = join(root, 'src/app/main.tsx')
  const formStores = join(root, 'src/engine/state/forms/forms.ts')

  /** The widget whose folder contains the module; none for the helpers that widgets share, and for a lazy part beside it (Glyph.lazy.tsx), which the bundler groups with its libraries. */
  function widgetOf(id: string): string | undefined {
    const folder = folderOf(id)
    const [name = '', file] = folder === undefined ? [] : id.slice(folder.length).split('/')
    if (file === undefined || name === HELPERS || (file.includes('.lazy.') && !file.startsWith(`${name}.`)))
      return undefined
    return name
  }

  const fileOf = (name: string): string => join(places.get(name) ?? '', `${name}.tsx`)
  const lazyFileOf = (name: string): string => join(places.get(name) ?? '', `${name}.lazy.tsx`)
  /** Every lazy part with the name of its widget. */
  const lazyParts = [...places].flatMap(([name, folder]): [name: string, file: string][] =>
    statSync(folder).isDirectory()
      ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((path): [name: string, file: string][] => {
          const file = join(folder, path)
          return file.endsWith('.lazy.tsx') && file !== lazyFileOf(name) ? [[name, file]] : []
        })
      : [],
  )
  const entryOf = (name: string): string => (existsSync(lazyFileOf(name)) ? lazyFileOf(name) : fileOf(name))
  let known:
    | {
        first: Set<string>
        libraries: Set<string>
        forms: Set<string>
        login: Set<string>
        rest: Set<string>
        lazy: [name: string, Set<string>][]
        withParts: Set<string>
        owned: Map<string, string>
        ofParts: Map<string, string>
      }
    | undefined
  function parts(graph: Graph): NonNullable<typeof known> {
    if (known) return known
    const first = reach([main, ...widgetsOf(shell?.home).map(fileOf)], graph)
    known = {
      first,
      // Icons of the library are drawn by the app's own code.
      libraries: new Set([...first].filter((id) => [...reach([id], graph)].every(isLibrary))),
      forms: reach([formStores], graph),
      login: reach(widgetsOf(shell?.login).map(entryOf), graph),
      rest: reach(names.map(fileOf), graph),
      lazy: names
        .filter((name) => existsSync(lazyFileOf(name)))
        .map((name) => [name, reach([lazyFileOf(name)], graph)]),
      withParts: new Set(lazyParts.map(([name]) => name)),
      owned: ownedBy(graph),
      ofParts: chunksOfParts(graph),
    }
    return known
  }

  /** Modules that only one widget needs, with its name: its libraries are in its chunk, so that no other page loads them. */
  function ownedBy(graph: Graph): Map<string, string> {
    const ofApp = reach([main], graph)
    const needing = new Map<string, Set<string>>()
    for (const name of names)
      for (const id of reach([fileOf(name), lazyFileOf(name)], graph))
        if (!ofApp.has(id)) needing.set(id, (needing.get(id) ?? new Set()).add(name))
    return new Map(
      names.flatMap((name) =>
        [...reach([fileOf(name)], graph)].flatMap((id): [string, string][] =>
          needing.get(id)?.size === 1 ? [[id, name]] : [],
        ),
      ),
    )
  }

  /** The chunk of what the lazy parts of a widget need: that of the one part (none: the bundler's choice), or `<Widget>Parts` for several. */
  function chunksOfParts(graph: Graph): Map<string, string> {
    const chunks = new Map<string, string>()
    for (const [name, file] of lazyParts) {
      for (const id of reach([file], graph))
        chunks.set(
          id,
          chunks.has(id) ? `${name}Parts` : widgetOf(file) === undefined ? '' : basename(file, '.lazy.tsx'),
        )
    }
    return chunks
  }

  function chunkOf(id: string, graph: Graph): string | null {
    const name = widgetOf(id)
    const { first, libraries, forms, login, rest, lazy, withParts, owned, ofParts } = parts(graph)
    if (first.has(id)) return libraries.has(id) ? 'libraries' : 'first'
    if (forms.has(id)) return 'forms'
    if (name === undefined) {
      const widget = owned.get(id)
      if (widget !== undefined && withParts.has(widget)) return widget
      if (login.has(id)) return 'login'
      if (widget !== undefined && !existsSync(lazyFileOf(widget))) return isUsedOften(widget) ? 'widgets' : widget
      // The library of one lazy widget or part is in its chunk: in the chunk of its entry it would be read before it is evaluated.
      const part = ofParts.get(id)
      if (part && !part.endsWith('Parts') && !rest.has(id)) return part
      // One of a lazy widget and of a part too, such as that of two charts, is in a chunk that both load.
      const [owner, ...others] = rest.has(id) || ofParts.has(id) ? [] : lazy.filter(([, reached]) => reached.has(id))
      return owner && others.length === 0 ? owner[0] : null
    }
    if (existsSync(lazyFileOf(name))) return name
    if (withParts.has(name) && rest.has(id)) return name
    if (login.has(id)) return 'login'
    const chunk = ofParts.get(id)
    // Modules shared with other widgets must not make those load this chunk. A style is used without the rest of its widget.
    if (chunk?.endsWith('Parts')) return chunk === `${name}Parts` ? chunk : id.endsWith('.css') ? 'common' : 'shared'
    return rest.has(id) ? (isUsedOften(name) ? 'widgets' : name) : chunk || null
  }

  return {
    build: {
      rolldownOptions: {
        // The registry imports every widget dynamically, those of the first load too.
        checks: { ineffectiveDynamicImport: false },
        output: {
          codeSplitting: {
            // Otherwise a group includes all its imports, also React and the app's own code.
            includeDependenciesRecursively: false,
            groups: [
              { name: chunkOf, debugName: 'widgets', priority: 1 },
              {
                name: 'common',
                priority: 0,
                minShareCount: 2,
                // A library is in a chunk with what needs the same libraries: one of login must not be loaded by a chart.
                test: (id: string) =>
                  !id.includes('/node_modules/') &&
                  (folderOf(id) === undefined || folders.some((folder) => id.startsWith(join(folder, HELPERS, '/')))),
              },
            ],
          },
        },
      },
    },
  }
}
