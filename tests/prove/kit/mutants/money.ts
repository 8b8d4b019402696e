import { at, drop, edit, isObject, put, rename, show, steps, strings } from './project.ts'
import type { Json } from '../../../../src/engine/language/expressions/program.ts'
import type { NodeSite, Kind, Obj, Path, Project } from './project.ts'

interface Sent extends NodeSite {
  /** The list that contains the step, and the confirm step before it. */
  list: Path
  confirm: { path: Path; node: Obj } | undefined
}

/** Steps that send a call of effect "money". */
function* moneyCalls(project: Project): Generator<Sent> {
  const { calls, actions } = project.checked.contract
  for (const site of steps(project)) {
    if (calls.get(String(site.node.call))?.effect !== 'money') continue
    const list = site.path.slice(0, -1)
    const before = (at(site.root, list) as Obj[]).slice(0, Number(site.path.at(-1)))
    const index = before.findLastIndex((step) => actions.get(String(step.action))?.confirms)
    const node = before[index]
    yield { ...site, list, confirm: node && { path: [...list, index], node } }
  }
}

const AMOUNTS = new Set(['money', 'quantity', 'lots'])

/** The payload fields of a call that are amounts. */
function amounts(project: Project, node: Obj): string[] {
  const properties = project.checked.contract.calls.get(String(node.call))?.payload.properties ?? {}
  return Object.entries(properties).flatMap(([name, schema]) =>
    AMOUNTS.has(schema['x-unit'] ?? '') && isObject(node.payload) && Object.hasOwn(node.payload, name) ? [name] : [],
  )
}

function kind(name: string, sites: Kind['sites'], mayPass?: string): Kind {
  return { name, sites, ...(mayPass === undefined ? {} : { mayPass }) }
}

const lostConfirm = kind('lost-confirm', function* (project) {
  for (const { file, path, confirm } of moneyCalls(project)) {
    if (confirm) yield edit(project, file, `${show(path)}: nothing asks before it`, (copy) => drop(copy, confirm.path))
  }
})

const lateConfirm = kind('confirm-after-call', function* (project) {
  for (const { file, path, list, confirm } of moneyCalls(project)) {
    if (!confirm) continue
    yield edit(project, file, `${show(path)}: asks after it`, (copy) => {
      const [asked] = (at(copy, list) as Json[]).splice(Number(confirm.path.at(-1)), 1)
      ;(at(copy, list) as Json[]).push(asked ?? null)
    })
  }
})

const lostFail = kind('lost-error-branch', function* (project) {
  for (const { file, path, node } of moneyCalls(project)) {
    if (!Object.hasOwn(node, 'onError')) continue
    yield edit(project, file, `${show(path)}: no onError branch`, (copy) => drop(copy, [...path, 'onError']))
    yield edit(project, file, `${show(path)}: an empty onError branch`, (copy) => put(copy, [...path, 'onError'], []))
  }
})

const otherAmount = kind('other-amount-sent', function* (project) {
  for (const { file, path, node } of moneyCalls(project)) {
    for (const name of amounts(project, node)) {
      const value = String((node.payload as Obj)[name]).replace(/^=/, '')
      yield edit(project, file, `${show(path)}: "${name}" is sent doubled`, (copy) =>
        put(copy, [...path, 'payload', name], `=(${value}) + (${value})`),
      )
      yield edit(project, file, `${show(path)}: "${name}" is a fixed sum`, (copy) =>
        put(copy, [...path, 'payload', name], '100'),
      )
      yield edit(project, file, `${show(path)}: "${name}" is not sent`, (copy) =>
        drop(copy, [...path, 'payload', name]),
      )
    }
  }
})

const hiddenAmount = kind(
  'amount-not-shown',
  function* (project) {
    for (const { file, path, confirm } of moneyCalls(project)) {
      if (!confirm) continue
      for (const name of Object.keys(confirm.node)) {
        if (!Array.isArray(confirm.node[name])) continue
        yield edit(project, file, `${show(path)}: the confirm shows no ${name}`, (copy) =>
          put(copy, [...confirm.path, name], []),
        )
      }
    }
  },
  'the call sends no amount, so there is none to show',
)

/** The payload fields of a call that are no amounts and have an enumeration. */
function choices(project: Project, node: Obj): { name: string; value: string; values: string[] }[] {
  const properties = project.checked.contract.calls.get(String(node.call))?.payload.properties ?? {}
  return Object.entries(properties).flatMap(([name, schema]) => {
    const value = isObject(node.payload) ? node.payload[name] : undefined
    const values = strings(schema.enum)
    return schema['x-silent'] === undefined && typeof value === 'string' && value.startsWith('=') && values.length > 1
      ? [{ name, value: value.slice(1), values }]
      : []
  })
}

const otherDirection = kind('other-direction-sent', function* (project) {
  for (const { file, path, node } of moneyCalls(project)) {
    for (const { name, value, values } of choices(project, node)) {
      const [first, second] = values
      yield edit(project, file, `${show(path)}: "${name}" is sent exchanged`, (copy) =>
        put(copy, [...path, 'payload', name], `=(${value}) == '${first}' ? '${second}' : '${first}'`),
      )
    }
  }
})

const hiddenField = kind(
  'row-of-confirm-lost',
  function* (project) {
    for (const { file, path, node, confirm } of moneyCalls(project)) {
      const rows = confirm && Array.isArray(confirm.node.rows) ? confirm.node.rows : []
      const sent = Object.values(isObject(node.payload) ? node.payload : {}).map((value) => String(value).slice(1))
      for (const [index, row] of rows.entries()) {
        const text = isObject(row) ? String(row.value) : ''
        if (confirm && sent.some((value) => value !== '' && text.includes(value)))
          yield edit(project, file, `${show(path)}: the confirm does not show ${text.slice(0, 80)}`, (copy) =>
            drop(copy, [...confirm.path, 'rows', index]),
          )
      }
    }
  },
  'another text of the confirm shows it too',
)

const changedAfterYes = kind('changed-after-confirm', function* (project) {
  for (const { file, path, list, node, root } of moneyCalls(project)) {
    if (!isObject(node.payload) || !isObject(root.state)) continue
    for (const value of Object.values(node.payload)) {
      const [, state] = /^=state\.(\w+)/.exec(String(value)) ?? []
      if (state === undefined) continue
      yield edit(project, file, `${show(path)}: "${state}" is set after the yes`, (copy) =>
        (at(copy, list) as Json[]).splice(Number(path.at(-1)), 0, {
          action: 'set',
          name: state,
          value: `=state.${state}`,
        }),
      )
    }
  }
  for (const { file, path, list, node } of moneyCalls(project)) {
    if (!isObject(node.payload) || !Object.values(node.payload).includes('=session.mode')) continue
    if (file.startsWith('screens/parts/')) continue
    yield edit(project, file, `${show(path)}: the account is changed after the yes`, (copy) =>
      (at(copy, list) as Json[]).splice(Number(path.at(-1)), 0, { action: 'switchAccount', mode: 'demo' }),
    )
  }
})

const moneyUnasked = kind('money-without-press', function* (project) {
  for (const { file, path, node, root } of moneyCalls(project)) {
    if (file.startsWith('screens/parts/')) continue
    const call = { action: String(node.action), call: String(node.call), onError: [] }
    yield edit(project, file, `${show(path)}: sent when the screen is entered`, (copy) =>
      put(copy, ['onShow'], [...(Array.isArray(root.onShow) ? root.onShow : []), call]),
    )
  }
})

const lostProof = kind('lost-branch-or-key', function* (project) {
  for (const { file, path } of moneyCalls(project)) {
    yield edit(project, file, `${show(path)}: "call" is "cal"`, (copy) => rename(copy, [...path, 'call'], 'cal'))
    yield edit(project, file, `${show(path)}: sent twice`, (copy) => {
      const list = at(copy, path.slice(0, -1)) as Json[]
      list.splice(Number(path.at(-1)) + 1, 0, structuredClone(at(copy, path)) ?? null)
    })
  }
})

export const money: readonly Kind[] = [
  lostConfirm,
  lateConfirm,
  lostFail,
  otherAmount,
  hiddenAmount,
  otherDirection,
  hiddenField,
  changedAfterYes,
  moneyUnasked,
  lostProof,
]
