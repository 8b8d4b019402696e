import { drop, edit, isObject, programs, put, rename, show, steps, typo, uses, walk, widgets } from './project.ts'
import type { NodeSite, Kind, Mutant, Obj, Project } from './project.ts'
import type { Random } from '../random.ts'

/** Misspells a literal name: the member `name` of each object that `from` finds. */
function misspelt(kind: string, name: string, from: (project: Project) => Iterable<NodeSite>): Kind {
  return {
    name: kind,
    *sites(project, random) {
      for (const { file, path, node } of from(project)) {
        const value = node[name]
        if (typeof value !== 'string' || value.startsWith('=')) continue
        const wrong = typo(value, random)
        yield edit(project, file, `${show(path)}: ${name} "${value}" is "${wrong}"`, (copy) =>
          put(copy, [...path, name], wrong),
        )
      }
    },
  }
}

/** Renames the members of an object of each site. */
function misspeltMembers(kind: string, holder: string, from: (project: Project) => Iterable<NodeSite>): Kind {
  return {
    name: kind,
    *sites(project, random) {
      for (const { file, path, node } of from(project)) {
        const children = node[holder]
        if (!isObject(children)) continue
        for (const name of Object.keys(children)) {
          const wrong = typo(name, random)
          yield edit(project, file, `${show(path)}/${holder}: "${name}" is "${wrong}"`, (copy) =>
            rename(copy, [...path, holder, name], wrong),
          )
        }
      }
    },
  }
}

function* regions(project: Project): Generator<NodeSite> {
  for (const { file, root } of programs(project)) {
    for (const [name, node] of Object.entries(isObject(root.queries) ? root.queries : {}))
      if (isObject(node)) yield { file, root, path: ['queries', name], node }
  }
}

function* both(project: Project): Generator<NodeSite> {
  yield* regions(project)
  yield* steps(project)
}

/** Names that a screen declares and others use: deleted, or renamed. */
function declared(kind: string, holder: string): Kind {
  return {
    name: kind,
    *sites(project, random) {
      for (const { file, root } of programs(project)) {
        const children = root[holder]
        for (const name of Object.keys(isObject(children) ? children : {})) {
          yield edit(project, file, `${holder}/${name} is gone`, (copy) => drop(copy, [holder, name]))
          const wrong = typo(name, random)
          yield edit(project, file, `${holder}/${name} is "${wrong}"`, (copy) => rename(copy, [holder, name], wrong))
        }
      }
    },
  }
}

/** Positions of a kind of text: keys of texts in props that contain them, icons, forms. */
function namedIn(kind: string, pick: (schema: Obj) => boolean): Kind {
  return {
    name: kind,
    *sites(project, random) {
      for (const { file, path, node } of widgets(project)) {
        const properties = project.checked.contract.widgets.get(String(node.widget))?.props.properties ?? {}
        for (const [name, schema] of Object.entries(properties)) {
          const value = isObject(node.props) ? node.props[name] : undefined
          if (typeof value !== 'string' || value.startsWith('=') || !pick(schema as Obj)) continue
          const wrong = typo(value, random)
          yield edit(project, file, `${show(path)}/props/${name}: "${value}" is "${wrong}"`, (copy) =>
            put(copy, [...path, 'props', name], wrong),
          )
        }
      }
    },
  }
}

const cyclicPart: Kind = {
  name: 'cyclic-part',
  *sites(project) {
    for (const { file, path, node } of uses(project)) {
      const part = `screens/parts/${String(node.part)}.json`
      const self = /^screens\/parts\/(.+)\.json$/.exec(file)?.[1]
      if (self !== undefined)
        yield edit(project, file, `${show(path)}: the part uses itself`, (copy) => put(copy, [...path, 'part'], self))
      const root = project.documents.get(part)
      const body = root?.body
      if (!Array.isArray(body) || !isObject(body[0])) continue
      yield edit(project, part, 'its root uses the part itself', (copy) => {
        const [first] = copy.body as Obj[]
        if (first)
          first.children = [...(Array.isArray(first.children) ? first.children : []), { part: String(node.part) }]
      })
    }
  },
}

const duplicateKey: Kind = {
  name: 'duplicate-key',
  *sites(project, random) {
    for (const { file } of programs(project)) {
      const text = project.files.get(file) ?? ''
      const members = [...text.matchAll(/"(\w+)": ("[^"\\]*"|true|false|\d+)(?=[,\s}])/g)]
      if (members.length === 0) continue
      const one = random.pick(members)
      yield {
        file,
        what: `${one[0]} stands twice`,
        text: () => `${text.slice(0, one.index)}${one[0]}, ${text.slice(one.index)}`,
      }
    }
  },
}

const brokenJson: Kind = {
  name: 'broken-json',
  *sites(project, random) {
    for (const { file } of programs(project)) {
      const text = project.files.get(file) ?? ''
      const spots = [...text.matchAll(/[{}[\],:"]/g)].map((match) => match.index)
      const spot = random.pick(spots)
      yield {
        file,
        what: `the ${text[spot]} at ${spot} is gone`,
        text: () => text.slice(0, spot) + text.slice(spot + 1),
      }
    }
  },
}

const lostFile: Kind = {
  name: 'lost-file',
  *sites(project) {
    for (const file of project.documents.keys()) {
      if (/^(screens\/parts|schemas\/(api|entities|forms)|locales)\//.test(file))
        yield { file, what: 'the file is gone', text: () => null } satisfies Mutant
    }
  },
}

const stepArgument: Kind = {
  name: 'wrong-argument-name',
  *sites(project, random: Random) {
    for (const { file, path, node } of steps(project)) {
      for (const name of Object.keys(node)) {
        if (name === 'action') continue
        const wrong = typo(name, random)
        yield edit(project, file, `${show(path)}: "${name}" is "${wrong}"`, (copy) =>
          rename(copy, [...path, name], wrong),
        )
      }
    }
  },
}

const unknownMember: Kind = {
  name: 'unknown-member',
  *sites(project, random) {
    for (const site of [...widgets(project), ...uses(project)]) {
      for (const name of Object.keys(site.node)) {
        const wrong = typo(name, random)
        yield edit(project, site.file, `${show(site.path)}: "${name}" is "${wrong}"`, (copy) =>
          rename(copy, [...site.path, name], wrong),
        )
      }
    }
  },
}

const wrongLiteral: Kind = {
  name: 'wrong-enum-value',
  *sites(project, random) {
    for (const { file, path, node } of widgets(project)) {
      const properties = project.checked.contract.widgets.get(String(node.widget))?.props.properties ?? {}
      for (const [name, value] of Object.entries(isObject(node.props) ? node.props : {})) {
        if (!properties[name]?.enum || typeof value !== 'string' || value.startsWith('=')) continue
        const wrong = typo(value, random)
        yield edit(project, file, `${show(path)}/props/${name}: "${value}" is "${wrong}"`, (copy) =>
          put(copy, [...path, 'props', name], wrong),
        )
      }
    }
  },
}

const shellNames: Kind = {
  name: 'shell-name',
  *sites(project, random) {
    const root = project.documents.get('screens/shell.json')
    for (const { value, path } of walk(root ?? {})) {
      if (typeof value !== 'string' || path[0] === '$schema') continue
      const wrong = typo(value, random)
      yield edit(project, 'screens/shell.json', `${show(path)}: "${value}" is "${wrong}"`, (copy) =>
        put(copy, path, wrong),
      )
    }
  },
}

export const names: readonly Kind[] = [
  misspelt('unknown-widget', 'widget', widgets),
  misspelt('unknown-part', 'part', uses),
  misspelt('unknown-action', 'action', steps),
  misspelt('unknown-call', 'call', both),
  misspelt('wrong-route', 'to', steps),
  misspelt('unknown-query', 'waitFor', widgets),
  misspelt('unknown-state', 'name', steps),
  misspeltMembers('unknown-prop', 'props', widgets),
  misspeltMembers('unknown-event', 'on', widgets),
  misspeltMembers('unknown-slot', 'slots', widgets),
  misspeltMembers('wrong-part-parameter', 'props', uses),
  misspeltMembers('wrong-payload-field', 'payload', both),
  misspeltMembers('wrong-route-parameter', 'params', steps),
  namedIn('unknown-text', (schema) => schema.format === 'text'),
  namedIn('unknown-icon', (schema) => schema.format === 'icon'),
  namedIn('unknown-form', (schema) => schema.format === 'form'),
  declared('lost-state', 'state'),
  declared('lost-query', 'queries'),
  declared('lost-parameter', 'params'),
  cyclicPart,
  duplicateKey,
  brokenJson,
  lostFile,
  stepArgument,
  unknownMember,
  wrongLiteral,
  shellNames,
]
