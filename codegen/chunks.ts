import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { UserConfig } from 'vite'
import { loadProject } from './check/load.ts'
import { Compiler } from './compile/project.ts'

interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

/**
 * What the shell and the home screen draw with comes in one chunk with the first load, all other widgets in one for
 * later; a late widget (Name/Name.lazy.tsx) in one of its own with its helpers. Which is which follows from the screens
 * and the imports: no list to keep.
 */
export function widgetChunks(root: string): UserConfig {
  const { screens, shell } = new Compiler().check(new Map(loadProject(root)))
  const home = new Set(screens.find(({ route }) => route === shell?.home)?.screen?.requires.widgets)
  const folder = join(root, 'src/widgets/')

  /** The widget whose folder the module stands in; none for a late part (Glyph.lazy.tsx), which is loaded when it is drawn. */
  function widgetOf(id: string): string | undefined {
    const [name = '', file] = id.startsWith(folder) ? id.slice(folder.length).split('/') : []
    if (file === undefined || (file.includes('.lazy.') && !file.startsWith(`${name}.`))) return undefined
    return name
  }

  /** Every module that is there once the shell and the widgets of the home screen are. */
  let first: Set<string> | undefined
  function firstLoad(graph: Graph): Set<string> {
    if (first) return first
    first = new Set()
    const open = [join(root, 'src/app/main.tsx'), ...[...home].map((name) => join(folder, name, `${name}.tsx`))]
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (first.has(id)) continue
      first.add(id)
      open.push(...(graph.getModuleInfo(id)?.importedIds ?? []))
    }
    return first
  }

  function chunkOf(id: string, graph: Graph): string | null {
    const name = widgetOf(id)
    if (name === undefined) return null
    if (existsSync(join(folder, name, `${name}.lazy.tsx`))) return name
    return firstLoad(graph).has(id) ? 'home' : 'widgets'
  }

  return {
    build: {
      rolldownOptions: {
        output: {
          codeSplitting: {
            // Else a group draws in all that it imports, React and the app's own code with it.
            includeDependenciesRecursively: false,
            groups: [
              { name: chunkOf, priority: 1 },
              { name: 'shared', priority: 0, minShareCount: 2, test: (id: string) => !id.includes('.lazy.') },
            ],
          },
        },
      },
    },
  }
}
