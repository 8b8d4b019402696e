import { at, drop, edit, isObject, put, steps, strings, show } from './project.ts'
import type { Json } from '../../../../src/engine/language/expressions/program.ts'
import type { Kind, NodeSite, Obj, Path, Project } from './project.ts'

interface Branch extends NodeSite {
  call: string
  steps: Obj[]
  at: Path
}

/** The branches of this name of the steps that send a call. */
function* branches(project: Project, name: 'onSuccess' | 'onError'): Generator<Branch> {
  const { calls } = project.checked.contract
  for (const site of steps(project)) {
    const list = site.node[name]
    if (site.node.action !== 'call' || !Array.isArray(list) || !calls.has(String(site.node.call))) continue
    yield { ...site, call: String(site.node.call), steps: list.filter(isObject), at: [...site.path, name] }
  }
}

const lostRefresh: Kind = {
  name: 'lost-refresh-after-write',
  mayPass: 'another step of the branch fetches the same again, or the call changes nothing that is read',
  *sites(project) {
    for (const { file, at: path, call, steps: list } of branches(project, 'onSuccess'))
      for (const [index, step] of list.entries())
        if (step.action === 'invalidate' || step.action === 'refresh')
          yield edit(project, file, `${show(path)}: nothing is fetched again after ${call}`, (copy) =>
            drop(copy, [...path, index]),
          )
  },
}

const lostCallOfRefresh: Kind = {
  name: 'lost-call-of-refresh',
  mayPass: 'a query of the same call is fetched again by another step',
  *sites(project) {
    for (const { file, at: path, steps: list } of branches(project, 'onSuccess'))
      for (const [index, step] of list.entries())
        for (const [item, name] of strings(step.calls).entries())
          if (strings(step.calls).length > 1)
            yield edit(project, file, `${show(path)}: "${name}" is not fetched again`, (copy) =>
              drop(copy, [...path, index, 'calls', item]),
            )
  },
}

const lostChange: Kind = {
  name: 'lost-change-of-contract',
  *sites(project) {
    for (const [file, root] of project.documents)
      if (Array.isArray(root.changes))
        yield edit(project, file, 'does not say what it changes', (copy) => drop(copy, ['changes']))
  },
}

const exchangedOutcomes: Kind = {
  name: 'exchanged-outcomes',
  *sites(project) {
    for (const { file, path, node, at: from } of branches(project, 'onSuccess')) {
      if (
        !Array.isArray(node.onError) ||
        !strings((node.onSuccess as Obj[]).map((obj) => obj.tone)).includes('success')
      )
        continue
      yield edit(project, file, `${show(path)}: success and failure are exchanged`, (copy) => {
        const success = at(copy, from) ?? null
        put(copy, from, at(copy, [...path, 'onError']) ?? null)
        put(copy, [...path, 'onError'], success)
      })
    }
  },
}

const successAfterFailure: Kind = {
  name: 'success-after-failure',
  *sites(project) {
    for (const { file, at: path } of branches(project, 'onError'))
      yield edit(project, file, `${show(path)}: says that it succeeded`, (copy) =>
        (at(copy, path) as Json[]).unshift({ action: 'toast', text: 'success.saved', tone: 'success' }),
      )
  },
}

const otherSuccess: Kind = {
  name: 'text-of-other-success',
  mayPass: 'the contract gives the call no text of its own',
  *sites(project) {
    for (const { file, at: path, call, steps: list } of branches(project, 'onSuccess'))
      for (const [index, step] of list.entries())
        if (String(step.text).startsWith('success.'))
          yield edit(project, file, `${show(path)}: another success is shown after ${call}`, (copy) =>
            put(copy, [...path, index, 'text'], step.text === 'success.repaid' ? 'success.saved' : 'success.repaid'),
          )
  },
}

export const outcomes: readonly Kind[] = [
  lostRefresh,
  lostCallOfRefresh,
  lostChange,
  exchangedOutcomes,
  successAfterFailure,
  otherSuccess,
]
