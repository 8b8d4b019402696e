import { at, drop, edit, expressions, isObject, programs, put, show, steps, walk, widgets } from './project.ts'
import type { Kind, Mutant, Path, Project } from './project.ts'

// Faults that a reviewer of a screen finds: they were written from the documents of the language, before the rules.

/** A mutant of each expression that the pattern matches; a value that stays the same is none. */
function* rewritten(project: Project, pattern: RegExp, by: string, what: string): Generator<Mutant> {
  for (const { file, path, text, set } of expressions(project)) {
    const changed = text.replace(pattern, by)
    if (changed !== text) yield edit(project, file, `${show(path)}: ${what}`, set(changed))
  }
}

const swapReadsWritten: Kind = {
  name: 'swap-reads-written',
  *sites(project) {
    for (const { file, root } of programs(project))
      for (const { value, path } of walk(root)) {
        if (!Array.isArray(value)) continue
        for (const [index, first] of value.entries()) {
          const second = value[index + 1]
          if (!isObject(first) || !isObject(second) || first.action !== 'set' || second.action !== 'set') continue
          if (first.value !== `=state.${String(second.name)}`) continue
          yield edit(project, file, `${show([...path, index + 1])}: reads what the step before has written`, (copy) =>
            put(copy, [...path, index + 1, 'value'], `=state.${String(first.name)}`),
          )
        }
      }
  },
}

const endless: Kind = {
  name: 'list-without-end',
  *sites(project) {
    for (const { file, path, node } of widgets(project)) {
      if (!isObject(node.props) || typeof node.props.hasMore !== 'string') continue
      const prop = [...path, 'props', 'hasMore']
      yield edit(project, file, `${show(prop)}: always`, (copy) => put(copy, prop, true))
      yield edit(project, file, `${show(prop)}: never`, (copy) => put(copy, prop, false))
      yield edit(project, file, `${show(prop)}: is gone`, (copy) => drop(copy, prop))
    }
  },
  mayPass: 'a list that says that it has no other page shows its first page',
}

const onePage: Kind = {
  name: 'paged-list-of-one-page',
  mayPass: 'another control loads more pages of the query, or a page is long',
  *sites(project) {
    for (const { file, path, node } of widgets(project)) {
      if (!isObject(node.on) || node.on.more === undefined) continue
      yield edit(project, file, `${show(path)}: loads no other page`, (copy) => {
        drop(copy, [...path, 'on', 'more'])
        drop(copy, [...path, 'props', 'hasMore'])
      })
    }
  },
}

const everySecond: Kind = {
  name: 'refresh-each-second',
  *sites(project) {
    for (const { file, root } of programs(project))
      for (const [name, query] of Object.entries(isObject(root.queries) ? root.queries : {}))
        if (isObject(query) && typeof query.refreshSeconds === 'number')
          yield edit(project, file, `queries/${name}: each second`, (copy) =>
            put(copy, ['queries', name, 'refreshSeconds'], 1),
          )
  },
}

const idleChevron: Kind = {
  name: 'arrow-that-leads-nowhere',
  *sites(project) {
    for (const { file, path, node } of widgets(project))
      if (isObject(node.props) && node.props.chevron === true && isObject(node.on))
        yield edit(project, file, `${show(path)}: an arrow without a handler`, (copy) => drop(copy, [...path, 'on']))
  },
}

const keyOfIndex: Kind = {
  name: 'key-other-than-id',
  mayPass: 'the rows have no id, or one that is no id of the contract',
  *sites(project) {
    for (const { file, root } of programs(project))
      for (const { value, path } of walk(root)) {
        if (!isObject(value) || typeof value.each !== 'string' || typeof value.key !== 'string') continue
        const row = /^(\w+) in /.exec(value.each)?.[1]
        if (row === undefined || value.key !== `=${row}.id`) continue
        const { each } = value
        yield edit(project, file, `${show(path)}: the key is the index`, (copy) => {
          put(copy, [...path, 'each'], each.replace(row, `${row}, atIndex`))
          put(copy, [...path, 'key'], '=atIndex')
        })
      }
  },
}

const milliseconds: Kind = {
  name: 'milliseconds-added',
  *sites(project) {
    yield* rewritten(project, /(dateTime|date)\(([\w.]+)\)/, '$1($2 + 86400000)', 'a day in milliseconds')
  },
}

const sizes: Kind = {
  name: 'size-off-by-one',
  mayPass: 'the condition is not that of a list of rows or of a notice that there is none',
  *sites(project) {
    yield* rewritten(project, /(size\([\w.]+\)) == 0/, '$1 <= 1', 'also for one')
    yield* rewritten(project, /(size\([\w.]+\)) > 0/, '$1 > 1', 'not for one')
  },
}

const emptyAlways: Kind = {
  name: 'empty-notice-always',
  mayPass: 'no rows are shown beside it',
  *sites(project) {
    for (const { file, path, node } of widgets(project))
      if (node.widget === 'EmptyState' && path[0] === 'body' && typeof node.visible === 'string')
        yield edit(project, file, `${show(path)}: without its condition`, (copy) => drop(copy, [...path, 'visible']))
  },
}

const exchangedPayload: Kind = {
  name: 'payload-fields-exchanged',
  mayPass: 'the names of the values are not those of the fields',
  *sites(project) {
    for (const { file, path, node } of steps(project)) {
      if (!isObject(node.payload)) continue
      const fields = Object.entries(node.payload).filter(
        ([, value]) => typeof value === 'string' && value.startsWith('='),
      )
      for (const [index, [name, value]] of fields.entries()) {
        const [other, otherValue] = fields[index + 1] ?? []
        if (other === undefined || otherValue === undefined || value === otherValue) continue
        yield edit(project, file, `${show(path)}: "${name}" and "${other}" are exchanged`, (copy) => {
          put(copy, [...path, 'payload', name], otherValue)
          put(copy, [...path, 'payload', other], value)
        })
      }
    }
  },
}

const errorCode: Kind = {
  name: 'error-code-misspelt',
  *sites(project) {
    yield* rewritten(project, /(error\.code == ')(\w+)'/, "$1$2s'", 'a code that does not exist')
  },
}

const repeatedLabel: Kind = {
  name: 'label-repeated',
  *sites(project) {
    for (const { file, root } of programs(project))
      for (const { value, path } of walk(root)) {
        if (!Array.isArray(value)) continue
        const [first, second] = value
        if (!isObject(first) || !isObject(second) || first.label === undefined) continue
        const { label } = first
        if (typeof label !== 'string' || label.startsWith('=') || typeof second.label !== 'string') continue
        yield edit(project, file, `${show(path)}: two labels are "${label}"`, (copy) =>
          put(copy, [...path, 1, 'label'], label),
        )
      }
  },
}

const CHOSEN = ['Segmented', 'Tabs', 'ChoiceList', 'Switch', 'SearchField']

const otherValue: Kind = {
  name: 'control-shows-constant',
  mayPass: 'what is chosen is set by a calculation',
  *sites(project) {
    for (const { file, path, node } of widgets(project)) {
      if (!CHOSEN.includes(String(node.widget)) || !isObject(node.props) || typeof node.props.value !== 'string')
        continue
      const prop: Path = [...path, 'props', 'value']
      yield edit(project, file, `${show(prop)}: a constant`, (copy) =>
        put(copy, prop, node.widget === 'Switch' ? true : 'constant'),
      )
    }
  },
}

const ignoredChoice: Kind = {
  name: 'choice-ignored',
  mayPass: 'the value is calculated from the one before',
  *sites(project) {
    for (const { file, path, node } of steps(project))
      if (node.value === '=event.value' && node.action === 'set')
        yield edit(project, file, `${show(path)}: sets its own value`, (copy) =>
          put(copy, [...path, 'value'], `=state.${String(node.name)}`),
        )
  },
}

const lostEquals: Kind = {
  name: 'equals-lost-in-text',
  *sites(project) {
    for (const { file, path, node } of steps(project))
      for (const name of ['text', 'url', 'value'])
        if (typeof node[name] === 'string' && /^=[a-z]\w*(\.\w+)+$/.test(node[name])) {
          const text = node[name].slice(1)
          yield edit(project, file, `${show([...path, name])}: without "="`, (copy) => put(copy, [...path, name], text))
        }
  },
}

const reversedEnabled: Kind = {
  name: 'query-enabled-reversed',
  mayPass: 'a node waits for the query under another condition',
  *sites(project) {
    for (const { file, root } of programs(project))
      for (const [name, query] of Object.entries(isObject(root.queries) ? root.queries : {}))
        if (isObject(query) && query.enabled === '=session.loggedIn')
          yield edit(project, file, `queries/${name}: sent to visitors`, (copy) =>
            put(copy, ['queries', name, 'enabled'], '=!session.loggedIn'),
          )
  },
}

const lostBack: Kind = {
  name: 'back-lost-in-own-bar',
  mayPass: 'a tab needs no way back',
  *sites(project) {
    for (const { file, path, node } of widgets(project))
      if (node.widget === 'NavBar' && isObject(node.on) && node.on.back !== undefined)
        yield edit(project, file, `${show(path)}: without "back"`, (copy) => {
          drop(copy, [...path, 'on', 'back'])
          if (Object.keys((at(copy, [...path, 'on']) ?? {}) as object).length === 0) drop(copy, [...path, 'on'])
        })
  },
}

const exchangedTexts: Kind = {
  name: 'texts-of-choice-exchanged',
  mayPass: 'the texts are not named after the value',
  *sites(project) {
    yield* rewritten(
      project,
      /(\w+ == '\w+' \? )(text\('[\w.]+'\)) : (text\('[\w.]+'\))/,
      '$1$3 : $2',
      'the texts are exchanged',
    )
  },
}

const nullTwice: Kind = {
  name: 'null-contradiction',
  *sites(project) {
    yield* rewritten(project, /^([\w.]+) (==|!=) null$/, '$1 == null && $1 != null', 'null and not null')
  },
}

const bounds: Kind = {
  name: 'bounds-exchanged',
  mayPass: 'the names of the values do not say which limit they are',
  *sites(project) {
    for (const { file, path, node } of widgets(project))
      for (const [field, given] of Object.entries(
        isObject(node.props) && isObject(node.props.bounds) ? node.props.bounds : {},
      )) {
        if (!isObject(given) || typeof given.minimum !== 'string' || typeof given.maximum !== 'string') continue
        const { minimum, maximum } = given
        yield edit(project, file, `${show(path)}: the limits of "${field}" are exchanged`, (copy) => {
          put(copy, [...path, 'props', 'bounds', field, 'minimum'], maximum)
          put(copy, [...path, 'props', 'bounds', field, 'maximum'], minimum)
        })
      }
  },
}

export const review: readonly Kind[] = [
  swapReadsWritten,
  endless,
  onePage,
  everySecond,
  idleChevron,
  keyOfIndex,
  milliseconds,
  sizes,
  emptyAlways,
  exchangedPayload,
  errorCode,
  repeatedLabel,
  otherValue,
  ignoredChoice,
  lostEquals,
  reversedEnabled,
  lostBack,
  exchangedTexts,
  nullTwice,
  bounds,
]
