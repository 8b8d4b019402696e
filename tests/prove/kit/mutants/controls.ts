import { at, drop, edit, isObject, programs, put, show, walk, widgets } from './project.ts'
import type { Kind, Obj } from './project.ts'
import type { Json } from '../../../../src/engine/language/expressions/program.ts'

const PRESSED = ['Button', 'FloatingButton', 'Shortcut', 'CountdownButton', 'Segmented', 'Tabs', 'ChoiceList', 'Switch']

const lostHandler: Kind = {
  name: 'control-without-handler',
  *sites(project) {
    for (const { file, path, node } of widgets(project))
      if (PRESSED.includes(String(node.widget)) && isObject(node.on))
        yield edit(project, file, `${show(path)}: ${String(node.widget)} without "on"`, (copy) =>
          drop(copy, [...path, 'on']),
        )
  },
}

const disabled: Kind = {
  name: 'control-always-disabled',
  *sites(project) {
    for (const { file, path, node } of widgets(project))
      if (['Button', 'Form', 'Switch', 'Shortcut'].includes(String(node.widget)) && isObject(node.props))
        yield edit(project, file, `${show(path)}: ${String(node.widget)} is disabled`, (copy) =>
          put(copy, [...path, 'props', 'disabled'], true),
        )
  },
}

const emptied: Kind = {
  name: 'content-emptied',
  *sites(project) {
    for (const { file, root } of programs(project))
      for (const { value, path } of walk(root))
        if (Array.isArray(value) && value.length > 0 && ['body', 'children', 'footer'].includes(String(path.at(-1))))
          yield edit(project, file, `${show(path)} is empty`, (copy) => put(copy, path, []))
  },
}

const repeatedId: Kind = {
  name: 'id-repeated',
  *sites(project) {
    for (const { file, path, node } of widgets(project)) {
      const items = isObject(node.props) ? node.props.items : undefined
      if (!Array.isArray(items)) continue
      const [first, second] = items
      if (!isObject(first) || !isObject(second) || typeof first.id !== 'string' || first.id.startsWith('=')) continue
      if (typeof second.id !== 'string') continue
      const id = first.id
      yield edit(project, file, `${show(path)}: two items have the id "${id}"`, (copy) =>
        put(copy, [...path, 'props', 'items', 1, 'id'], id),
      )
    }
  },
}

/** The token that begins the session is stored in a state too. */
const keptToken: Kind = {
  name: 'token-kept',
  *sites(project) {
    for (const { file, root } of programs(project))
      for (const { value, path } of walk(root)) {
        if (!isObject(value) || value.action !== 'login' || typeof value.token !== 'string') continue
        const { token } = value
        yield edit(project, file, `${show(path)}: the token is stored in a state`, (copy) => {
          const state: Obj = isObject(copy.state) ? copy.state : {}
          copy.state = { ...state, kept: '' }
          ;(at(copy, path.slice(0, -1)) as Json[]).unshift({ action: 'set', name: 'kept', value: token })
        })
      }
  },
}

const FORMATS = ['currency', 'symbol', 'email', 'phone', 'country']
/** A parameter or state loses its format: a plain text is sent where a format is expected. */
const lostFormat: Kind = {
  name: 'format-lost',
  mayPass: 'it is only compared and shown, or takes the place of a text',
  *sites(project) {
    for (const { file, root } of programs(project))
      for (const { value, path } of walk(root))
        if (isObject(value) && FORMATS.includes(String(value.format)) && ['params', 'state'].includes(String(path[0])))
          yield edit(project, file, `${show(path)}: no "format"`, (copy) => drop(copy, [...path, 'format']))
  },
}

export const controls: readonly Kind[] = [lostHandler, disabled, emptied, repeatedId, keptToken, lostFormat]
