import type { Json } from '../../../../src/engine/language/expressions/program.ts'
import { edit, expressions, isObject, programs, put, show, steps, walk, widgets } from './project.ts'
import type { Kind, Obj, Path, Project } from './project.ts'

// Kinds of faults as changes of one object: a change that does nothing is no fault.

interface Site {
  file: string
  root: Obj
  path: Path
  node: Obj
}
export type Place = Site & { project: Project }
/** Changes a copy of the object of a site. */
export type Change = (copy: Obj, place: Place) => void

function kindOf(name: string, sites: (project: Project) => Iterable<Site>, change: Change, mayPass?: string): Kind {
  return {
    name,
    *sites(project) {
      for (const site of sites(project)) {
        const { file, path, node } = site
        const copy = structuredClone(node)
        change(copy, { ...site, project })
        if (JSON.stringify(copy) === JSON.stringify(node)) continue
        const what = path.length === 0 ? 'the document' : show(path)
        if (path.length === 0) yield { file, what, text: () => JSON.stringify(copy, null, 2) }
        else yield edit(project, file, what, (document) => put(document, path, copy))
      }
    },
    ...(mayPass !== undefined && { mayPass }),
  }
}

/** A fault in each step of an action; null: of every action. */
export const inStep = (name: string, action: string | null, change: Change, mayPass?: string): Kind =>
  kindOf(
    name,
    function* (project) {
      for (const site of steps(project)) if (action === null || site.node.action === action) yield site
    },
    change,
    mayPass,
  )

/** A fault in each node of a widget; null: of every widget. */
export const inWidget = (name: string, widget: string | null, change: Change, mayPass?: string): Kind =>
  kindOf(
    name,
    function* (project) {
      for (const site of widgets(project)) if (widget === null || site.node.widget === widget) yield site
    },
    change,
    mayPass,
  )

/** A fault in each query. */
export const inQuery = (name: string, change: Change, mayPass?: string): Kind =>
  kindOf(
    name,
    function* (project) {
      for (const { file, root } of programs(project))
        for (const [query, node] of Object.entries(isObject(root.queries) ? root.queries : {}))
          if (isObject(node)) yield { file, root, path: ['queries', query], node }
    },
    change,
    mayPass,
  )

/** A fault in each object of screens and parts. */
export const inObject = (name: string, change: Change, mayPass?: string): Kind =>
  kindOf(
    name,
    function* (project) {
      for (const { file, root } of programs(project))
        for (const { value, path } of walk(root))
          if (isObject(value) && path.length > 0) yield { file, root, path, node: value }
    },
    change,
    mayPass,
  )

/** A fault in each list of steps. */
export const inHandler = (name: string, change: (copy: Obj[], place: Place) => void, mayPass?: string): Kind =>
  kindOf(
    name,
    function* (project) {
      for (const { file, root } of programs(project))
        for (const { value, path } of walk(root))
          if (isObject(value) && path.length > 0 && Object.values(value).some(isHandler))
            yield { file, root, path, node: value }
    },
    (copy, place) => {
      for (const list of Object.values(copy)) if (isHandler(list)) change(list, place)
    },
    mayPass,
  )

const isHandler = (value: Json | undefined): value is Obj[] =>
  Array.isArray(value) && value.length > 0 && value.every((item) => isObject(item) && typeof item.action === 'string')

/** A fault in each document of a folder. */
export const inFile = (name: string, folder: string, change: Change, mayPass?: string): Kind =>
  kindOf(
    name,
    function* (project) {
      for (const [file, node] of project.documents)
        if (file.startsWith(folder) && file.endsWith('.json')) yield { file, root: node, path: [], node }
    },
    change,
    mayPass,
  )

/** A fault in each expression that the pattern matches. */
export const inExpression = (
  name: string,
  pattern: RegExp,
  by: string | ((...found: string[]) => string),
  mayPass?: string,
): Kind => ({
  name,
  *sites(project) {
    for (const { file, path, text, set } of expressions(project)) {
      const changed = text.replace(pattern, by as string)
      if (changed !== text) yield edit(project, file, `${show(path)}: ${changed.slice(0, 100)}`, set(changed))
    }
  },
  ...(mayPass !== undefined && { mayPass }),
})

/** Returns a member that is an object; an empty one if it is none. */
export const member = (holder: Json | undefined, name: string): Obj => {
  const value = isObject(holder) ? holder[name] : undefined
  return isObject(value) ? value : {}
}
/** Returns a member that is a list of objects; an empty one if it is none. */
export const rowsOf = (holder: Json | undefined, name: string): Obj[] => {
  const value = isObject(holder) ? holder[name] : undefined
  return Array.isArray(value) ? value.filter(isObject) : []
}
/** Exchanges two members. */
export function exchange(holder: Obj, first: string, second: string): void {
  const [a, b] = [holder[first], holder[second]]
  if (a === undefined || b === undefined) return
  holder[first] = b
  holder[second] = a
}
