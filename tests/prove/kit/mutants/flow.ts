import { unitFiles } from '../../../../codegen/compiler/source/folders.ts'
import { at, drop, edit, isObject, programs, put, rename, show, steps, walk, widgets } from './project.ts'
import type { Json } from '../../../../src/engine/language/expressions/program.ts'
import type { Kind, Obj } from './project.ts'

const guardLoop: Kind = {
  name: 'access-loop',
  *sites(project) {
    for (const { file, root } of programs(project)) {
      if (root.route !== project.checked.shell?.login) continue
      for (const rule of ['login', 'verified', 'payPassword'])
        yield edit(project, file, `its way in needs "${rule}"`, (copy) => put(copy, ['access'], [rule]))
    }
  },
}

const showLoop: Kind = {
  name: 'show-loop',
  *sites(project) {
    for (const { file, root } of programs(project)) {
      if (typeof root.route !== 'string' || isObject(root.params)) continue
      const { route } = root
      yield edit(project, file, 'entering it enters it again', (copy) =>
        put(copy, ['onShow'], [{ action: 'resetTo', to: route }]),
      )
    }
  },
}

const lostWayBack: Kind = {
  name: 'lost-way-back',
  mayPass: 'the screen has other ways on',
  *sites(project) {
    for (const { file, root } of programs(project)) {
      if (file.startsWith('screens/parts/') || root.navigationBar === 'none' || root.navigationBar === 'custom')
        continue
      yield edit(project, file, 'no bar with a way back', (copy) => put(copy, ['navigationBar'], 'none'))
    }
  },
}

const neverSeen: Kind = {
  name: 'screen-never-seen',
  *sites(project) {
    const { shell } = project.checked
    for (const { file, root } of programs(project)) {
      if (typeof root.route !== 'string' || shell === undefined || root.route === shell.home) continue
      if (!JSON.stringify(root.body).includes('"on":')) continue
      yield edit(project, file, 'entering it leads home', (copy) =>
        put(copy, ['onShow'], [{ action: 'resetTo', to: shell.home }]),
      )
    }
  },
}

const lostExitForValue: Kind = {
  name: 'way-out-lost-after-press',
  mayPass: 'a tab has the tab bar',
  *sites(project) {
    for (const { file, root } of programs(project)) {
      if (root.navigationBar !== 'none' && root.navigationBar !== 'custom') continue
      const { state, body } = root
      if (!isObject(state) || !Array.isArray(body)) continue
      for (const [name, declared] of Object.entries(state)) {
        if (!isObject(declared) || typeof declared.value !== 'string' || !isObject(declared.type)) continue
        if (!Array.isArray(declared.type.enum)) continue
        const first = `state.${name} == '${declared.value}'`
        yield edit(project, file, `everything is shown for the first "${name}" only`, (copy) => {
          for (const [index, node] of body.entries()) {
            if (!isObject(node)) continue
            const before = typeof node.visible === 'string' ? ` && (${node.visible.slice(1)})` : ''
            put(copy, ['body', index, 'visible'], `=${first}${before}`)
          }
          drop(copy, ['toolbar'])
        })
      }
    }
  },
}

const tickingPayload: Kind = {
  name: 'payload-ticks',
  *sites(project) {
    for (const { file, root } of programs(project)) {
      for (const [name, query] of Object.entries(isObject(root.queries) ? root.queries : {})) {
        if (!isObject(query) || !isObject(query.payload)) continue
        for (const [field, value] of Object.entries(query.payload)) {
          if (typeof value !== 'string' || !value.startsWith('=')) continue
          yield edit(project, file, `queries/${name}: "${field}" ticks`, (copy) =>
            put(
              copy,
              ['queries', name, 'payload', field],
              `=quote('BTCUSDT') == null ? (${value.slice(1)}) : (${value.slice(1)})`,
            ),
          )
        }
      }
    }
  },
}

const lostResult: Kind = {
  name: 'result-never-given',
  *sites(project) {
    for (const { file, path } of steps(project)) {
      const site = at(project.documents.get(file) ?? {}, path)
      if (isObject(site) && site.action === 'returnResult')
        yield edit(project, file, `${show(path)}: goes back without the result`, (copy) =>
          put(copy, path, { action: 'back' }),
        )
    }
  },
}

const emptyHandler: Kind = {
  name: 'empty-handler',
  *sites(project) {
    for (const { file, path, node } of widgets(project)) {
      for (const event of Object.keys(isObject(node.on) ? node.on : {}))
        yield edit(project, file, `${show(path)}: "${event}" does nothing`, (copy) =>
          put(copy, [...path, 'on', event], []),
        )
    }
  },
}

const strayClose: Kind = {
  name: 'close-without-sheet',
  mayPass: 'what a sheet shows may close it',
  *sites(project) {
    for (const { file, path, node } of steps(project)) {
      if (node.action === 'closeSheet' || !path.some((item) => item === 'body' || item === 'toolbar')) continue
      yield edit(project, file, `${show(path)}: closes a sheet that is not open`, (copy) =>
        put(copy, path, { action: 'closeSheet' }),
      )
    }
  },
}

const swappedCurrency: Kind = {
  name: 'swapped-currency',
  *sites(project) {
    for (const { file, root } of programs(project)) {
      for (const { value, path } of walk(root)) {
        if (typeof value === 'string' && /^=.*money\(([^,()]+), [^)]+\)/.test(value)) {
          yield edit(project, file, `${show(path)}: shown in another currency`, (copy) =>
            put(copy, path, value.replace(/money\(([^,()]+), [^)]+\)/, "money($1, 'XAU')")),
          )
        }
      }
    }
    for (const { file, path, node } of widgets(project)) {
      if (isObject(node.props) && typeof node.props.currency === 'string')
        yield edit(project, file, `${show(path)}: shown in another currency`, (copy) =>
          put(copy, [...path, 'props', 'currency'], 'XAU'),
        )
    }
    for (const { file, path, node } of steps(project)) {
      if (
        isObject(node.payload) &&
        typeof node.payload.currency === 'string' &&
        typeof node.payload.amount === 'string'
      ) {
        yield edit(project, file, `${show(path)}: sent in another currency`, (copy) =>
          put(copy, [...path, 'payload', 'currency'], 'XAU'),
        )
      }
    }
  },
}

const lostEmptyWhen: Kind = {
  name: 'lost-empty-when',
  mayPass: 'only a list that comes page by page has to say that it is empty',
  *sites(project) {
    for (const { file, root } of programs(project)) {
      for (const [name, region] of Object.entries(isObject(root.queries) ? root.queries : {})) {
        if (isObject(region) && Object.hasOwn(region, 'emptyWhen'))
          yield edit(project, file, `queries/${name}: no emptyWhen`, (copy) =>
            drop(copy, ['queries', name, 'emptyWhen']),
          )
      }
    }
  },
}

const nested: Kind = {
  name: 'press-within-press',
  *sites(project) {
    for (const { file, path, node } of widgets(project)) {
      const schema = unitFiles('widgets', String(node.widget))
        .map((path) => project.documents.get(path))
        .find((obj) => obj !== undefined)
      // Such a widget, once pressable, may contain small controls and no other widget of its kind.
      const slot =
        isObject(schema?.['x-a11y']) && schema['x-a11y'].holds === 'controls' && isObject(schema.slots)
          ? Object.keys(schema.slots)[0]
          : undefined
      if (slot === undefined || !isObject(node.on) || !Array.isArray(node.on.press)) continue
      const inner: Obj = { widget: 'ListCell', props: { title: 'ui.close' }, on: { press: [{ action: 'back' }] } }
      const holder = slot === 'children' ? [...path, 'children'] : [...path, 'slots', slot]
      yield edit(project, file, `${show(path)}: a button within it`, (copy) => {
        if (slot !== 'children' && !isObject(at(copy, [...path, 'slots']))) put(copy, [...path, 'slots'], {})
        const before = at(copy, holder)
        put(copy, holder, [...(Array.isArray(before) ? before : []), inner])
      })
    }
  },
}

const headings: Kind = {
  name: 'skipped-heading',
  *sites(project) {
    for (const { file, path, node } of widgets(project)) {
      if (isObject(node.props) && typeof node.props.level === 'number')
        yield edit(project, file, `${show(path)}: level 6`, (copy) => put(copy, [...path, 'props', 'level'], 6))
    }
  },
}

const lostName: Kind = {
  name: 'unused-or-lost-name',
  *sites(project, random) {
    for (const { file, path, node } of widgets(project)) {
      if (!isObject(node.let)) continue
      for (const name of Object.keys(node.let)) {
        yield edit(project, file, `${show(path)}/let/${name} is gone`, (copy) => drop(copy, [...path, 'let', name]))
        yield edit(project, file, `${show(path)}/let/${name} has another name`, (copy) =>
          rename(copy, [...path, 'let', name], `${name}${random.int(9)}`),
        )
      }
    }
  },
}

const faded: Kind = {
  name: 'faded-colour',
  mayPass: 'the colour stands out from the grounds it is drawn upon all the same',
  *sites(project) {
    const tokens = project.documents.get('schemas/tokens.json')
    const pairs = (tokens?.contrast ?? []) as { front: string[]; back: string[] }[]
    const themes = isObject(tokens?.themes) ? tokens.themes : {}
    for (const { front, back } of pairs) {
      for (const name of front) {
        for (const [theme, colours] of Object.entries(themes)) {
          const ground: Json | undefined = isObject(colours) ? colours[back[0] ?? ''] : undefined
          if (!isObject(colours) || typeof colours[name] !== 'string' || typeof ground !== 'string') continue
          yield edit(project, 'schemas/tokens.json', `${theme}: ${name} is as its ground`, (copy) =>
            put(copy, ['themes', theme, name], ground),
          )
        }
      }
    }
  },
}

export const flow: readonly Kind[] = [
  guardLoop,
  showLoop,
  lostWayBack,
  neverSeen,
  lostExitForValue,
  tickingPayload,
  lostResult,
  emptyHandler,
  strayClose,
  swappedCurrency,
  lostEmptyWhen,
  nested,
  headings,
  lostName,
  faded,
]
