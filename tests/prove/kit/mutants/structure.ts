import { at, drop, edit, isObject, programs, put, show, steps, strings, uses, walk, widgets } from './project.ts'
import type { Json } from '../../../../src/engine/language/expressions/program.ts'
import type { NodeSite, Kind, Obj, Project } from './project.ts'

/** Deletes required members of an object of each site. */
function lostRequired(
  kind: string,
  from: (project: Project) => Iterable<NodeSite>,
  holder: string,
  required: (project: Project, node: Obj) => readonly string[],
): Kind {
  return {
    name: kind,
    *sites(project) {
      for (const { file, path, node } of from(project)) {
        const children = node[holder]
        if (!isObject(children)) continue
        for (const name of required(project, node)) {
          if (Object.hasOwn(children, name))
            yield edit(project, file, `${show(path)}/${holder}: no "${name}"`, (copy) =>
              drop(copy, [...path, holder, name]),
            )
        }
      }
    },
  }
}

/** Deletes a member of each site. */
function lostMember(
  kind: string,
  name: string,
  from: (project: Project) => Iterable<NodeSite>,
  mayPass?: string,
): Kind {
  return {
    name: kind,
    ...(mayPass === undefined ? {} : { mayPass }),
    *sites(project) {
      for (const { file, path, node } of from(project)) {
        if (Object.hasOwn(node, name))
          yield edit(project, file, `${show(path)}: no "${name}"`, (copy) => drop(copy, [...path, name]))
      }
    },
  }
}

/** Nodes under a condition that proves that a value exists. */
function* narrowed(project: Project): Generator<NodeSite> {
  for (const site of widgets(project))
    if (/!= null|has\(|size\(.*> 0|session\.loggedIn/.test(String(site.node.visible ?? ''))) yield site
}

const otherType = (value: Json): Json =>
  typeof value === 'string'
    ? 7
    : typeof value === 'number'
      ? 'seven'
      : typeof value === 'boolean'
        ? 'yes'
        : Array.isArray(value)
          ? 'a list'
          : true

const literalType: Kind = {
  name: 'swapped-literal-type',
  mayPass: 'an expression gave way to a literal that the place takes as well',
  *sites(project) {
    for (const { file, path, node } of widgets(project)) {
      for (const [name, value] of Object.entries(isObject(node.props) ? node.props : {})) {
        yield edit(project, file, `${show(path)}/props/${name} is ${JSON.stringify(otherType(value))}`, (copy) =>
          put(copy, [...path, 'props', name], otherType(value)),
        )
      }
    }
  },
}

const outOfRange: Kind = {
  name: 'out-of-range',
  *sites(project) {
    for (const { file, path, node } of widgets(project)) {
      const properties = project.checked.contract.widgets.get(String(node.widget))?.props.properties ?? {}
      for (const [name, value] of Object.entries(isObject(node.props) ? node.props : {})) {
        const { minimum, maximum } = properties[name] ?? {}
        if (typeof value !== 'number') continue
        if (maximum !== undefined)
          yield edit(project, file, `${show(path)}/props/${name} is ${maximum + 1}`, (copy) =>
            put(copy, [...path, 'props', name], maximum + 1),
          )
        if (minimum !== undefined)
          yield edit(project, file, `${show(path)}/props/${name} is ${minimum - 1}`, (copy) =>
            put(copy, [...path, 'props', name], minimum - 1),
          )
      }
    }
  },
}

const widenedAccess: Kind = {
  name: 'widened-access',
  mayPass: 'the screen shows and does nothing that the access rule guards: every user may see it',
  *sites(project) {
    for (const { file, root } of programs(project)) {
      for (const [index, rule] of strings(root.access).entries()) {
        yield edit(project, file, `without the access rule "${rule}"`, (copy) => drop(copy, ['access', index]))
      }
    }
  },
}

const stepAfterLeaving: Kind = {
  name: 'step-after-leaving',
  *sites(project) {
    for (const { file, path, node } of steps(project)) {
      if (!project.checked.contract.actions.get(String(node.action))?.leaves) continue
      const list = path.slice(0, -1)
      yield edit(project, file, `${show(path)}: a step comes after it`, (copy) =>
        (at(copy, list) as Json[]).splice(Number(path.at(-1)) + 1, 0, { action: 'refresh' }),
      )
    }
  },
}

const tooDeep: Kind = {
  name: 'too-deep',
  *sites(project) {
    for (const { file, path, node } of widgets(project)) {
      if (path.length > 4) continue
      yield edit(project, file, `${show(path)}: wrapped forty times`, (copy) => {
        let wrapped: Json = structuredClone(node)
        for (let level = 0; level < 40; level++) wrapped = { widget: 'Stack', children: [wrapped] }
        put(copy, path, wrapped)
      })
    }
  },
}

const constantCondition: Kind = {
  name: 'constant-condition',
  *sites(project) {
    for (const { file, path, node } of widgets(project)) {
      if (typeof node.visible !== 'string') continue
      yield edit(project, file, `${show(path)}: visible is always true`, (copy) =>
        put(copy, [...path, 'visible'], '=true'),
      )
      yield edit(project, file, `${show(path)}: visible is never true`, (copy) =>
        put(copy, [...path, 'visible'], '=1 > 2'),
      )
    }
  },
}

const lostName: Kind = {
  name: 'lost-accessible-name',
  mayPass: 'another prop or its content names the widget',
  *sites(project) {
    for (const { file, path, node } of widgets(project)) {
      for (const name of ['label', 'alt']) {
        if (isObject(node.props) && Object.hasOwn(node.props, name))
          yield edit(project, file, `${show(path)} (${String(node.widget)}): no "${name}"`, (copy) =>
            drop(copy, [...path, 'props', name]),
          )
      }
    }
  },
}

const unreachable: Kind = {
  name: 'unreachable-screen',
  *sites(project) {
    for (const { file, root } of programs(project)) {
      if (file.startsWith('screens/parts/')) continue
      const copyOf = `${file.replace(/\.json$/, '')}Copy`
      yield {
        file: `${copyOf}.json`,
        what: 'a screen that nothing leads to',
        text: () => JSON.stringify({ ...root, id: copyOf.replace('screens/', ''), route: `${String(root.route)}Copy` }),
      }
      yield {
        file: `${copyOf}.json`,
        what: 'two screens of one route',
        text: () => JSON.stringify({ ...root, id: copyOf.replace('screens/', '') }),
      }
    }
  },
}

const markup: Kind = {
  name: 'wrong-shape',
  *sites(project) {
    for (const { file, root } of programs(project)) {
      for (const { value, path } of walk(root)) {
        if (
          !Array.isArray(value) ||
          !['toolbar', 'body', 'children', 'press', 'onSuccess', 'onError', 'then'].includes(String(path.at(-1)))
        )
          continue
        yield edit(project, file, `${show(path)} is no list`, (copy) => put(copy, path, value[0] ?? null))
        yield edit(project, file, `${show(path)} contains null`, (copy) => put(copy, path, [...value, null]))
      }
    }
  },
}

export const structure: readonly Kind[] = [
  lostRequired(
    'lost-required-prop',
    widgets,
    'props',
    (project, node) => project.checked.contract.widgets.get(String(node.widget))?.props.required ?? [],
  ),
  lostRequired(
    'lost-payload-field',
    steps,
    'payload',
    (project, node) => project.checked.contract.calls.get(String(node.call))?.payload.required ?? [],
  ),
  lostRequired('lost-part-parameter', uses, 'props', (project, node) =>
    Object.keys((project.documents.get(`screens/parts/${String(node.part)}.json`)?.params as Obj | undefined) ?? {}),
  ),
  lostMember('lost-query-wait', 'waitFor', widgets, 'without the wait of its own the node waits with the screen'),
  lostMember('lost-key', 'key', widgets),
  lostMember('lost-repeat', 'each', widgets),
  lostMember('lost-narrowing', 'visible', narrowed, 'what is shown may be null too'),
  literalType,
  outOfRange,
  widenedAccess,
  stepAfterLeaving,
  tooDeep,
  constantCondition,
  lostName,
  unreachable,
  markup,
]
