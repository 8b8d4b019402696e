import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { UserConfig } from 'vite'
import { parseRequirement } from '../src/core/capabilities.ts'
import { loadProject } from './check/load.ts'
import { Compiler } from './compile/project.ts'

interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

/** Every module that is there once these are, by static imports. */
function reach(from: readonly string[], graph: Graph): Set<string> {
  const reached = new Set<string>()
  const open = [...from]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (reached.has(id)) continue
    reached.add(id)
    open.push(...(graph.getModuleInfo(id)?.importedIds ?? []))
  }
  return reached
}

/**
 * The app with what the shell and the home screen draw with is one chunk, the first load; what else the login draws with
 * is a second, all other widgets one for later; a late widget (Name/Name.lazy.tsx) is one of its own with its helpers. Which is
 * which follows from the screens and the imports: no list to keep.
 */
export function widgetChunks(root: string): UserConfig {
  const { screens, shell } = new Compiler().check(new Map(loadProject(root)))
  const widgetsOf = (at: string | undefined): string[] => (screens.find(({ route }) => route === at)?.screen?.requires.widgets ?? []).map((one) => parseRequirement(one).name)
  const folder = join(root, 'src/widgets/')
  const main = join(root, 'src/app/main.tsx')

  /** The widget whose folder the module stands in; none for a late part (Glyph.lazy.tsx), which is loaded when it is drawn. */
  function widgetOf(id: string): string | undefined {
    const [name = '', file] = id.startsWith(folder) ? id.slice(folder.length).split('/') : []
    if (file === undefined || (file.includes('.lazy.') && !file.startsWith(`${name}.`))) return undefined
    return name
  }

  const fileOf = (name: string): string => join(folder, name, `${name}.tsx`)
  const lateOf = (name: string): string => join(folder, name, `${name}.lazy.tsx`)
  const entryOf = (name: string): string => (existsSync(lateOf(name)) ? lateOf(name) : fileOf(name))
  let known: { first: Set<string>; login: Set<string>; rest: Set<string>; late: [name: string, Set<string>][] } | undefined
  function parts(graph: Graph): NonNullable<typeof known> {
    known ??= {
      first: reach([main, ...widgetsOf(shell?.home).map(fileOf)], graph),
      login: reach(widgetsOf(shell?.login).map(entryOf), graph),
      rest: reach(readdirSync(folder).map(fileOf), graph),
      late: readdirSync(folder).filter((name) => existsSync(lateOf(name))).map((name) => [name, reach([lateOf(name)], graph)]),
    }
    return known
  }

  function chunkOf(id: string, graph: Graph): string | null {
    const name = widgetOf(id)
    const { first, login, rest, late } = parts(graph)
    // The entry stays by itself, so that the page names one script.
    if (id === main) return null
    if (first.has(id)) return 'first'
    if (name === undefined) {
      // The library of one late widget comes with it: in the chunk of its entry it would be asked for before it is there.
      const [owner, ...others] = rest.has(id) ? [] : late.filter(([, reached]) => reached.has(id))
      return owner && others.length === 0 ? owner[0] : null
    }
    if (existsSync(lateOf(name))) return name
    // What only a late part needs comes with that part.
    return login.has(id) ? 'login' : rest.has(id) ? 'widgets' : null
  }

  return {
    build: {
      rolldownOptions: {
        // The registry asks for every widget alike, those of the first load too.
        checks: { ineffectiveDynamicImport: false },
        output: {
          codeSplitting: {
            // Else a group draws in all that it imports, React and the app's own code with it.
            includeDependenciesRecursively: false,
            groups: [
              { name: chunkOf, debugName: 'widgets', priority: 1 },
              { name: 'common', priority: 0, minShareCount: 2, test: (id: string) => !id.includes('.lazy.') },
            ],
          },
        },
      },
    },
  }
}
