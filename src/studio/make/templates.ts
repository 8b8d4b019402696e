import type { CallInfo } from '../model/calls.ts'
import { emptyOf, proposedPayload, queryName, type ScreenValue } from './queries.ts'
import { listIn, type Sources } from './display.ts'
import {
  confirmStep,
  fieldChoices,
  formFields,
  formNode,
  formPayload,
  isSent,
  keyOf,
  listNode,
  type NodeJson,
} from './nodes.ts'

export type TemplateName = 'list' | 'form' | 'listAndForm' | 'empty'

/** Templates of a new screen, with their texts in the dialog. */
export const TEMPLATES: readonly { name: TemplateName; title: string; about: string }[] = [
  {
    name: 'list',
    title: 'A list with details',
    about: 'Shows data of the server in rows; a press on a row opens all of it.',
  },
  { name: 'form', title: 'A form', about: 'Fields to fill in and a button that sends them.' },
  {
    name: 'listAndForm',
    title: 'A form with a list below it',
    about: 'Sends something, such as money, and shows what was sent before.',
  },
  { name: 'empty', title: 'Nothing yet', about: 'A heading; the rest is added in the outline.' },
]

export const needsList = (name: TemplateName): boolean => name === 'list' || name === 'listAndForm'
export const needsForm = (name: TemplateName): boolean => name === 'form' || name === 'listAndForm'

/** Calls whose data can be listed on a screen without parameters. */
export const listCalls = (calls: Iterable<CallInfo>, sources: Sources): CallInfo[] =>
  [...calls].filter((call) => {
    if (call.effect !== 'read' || !isSent(call, proposedPayload(call, {}))) return false
    const list = listIn(call.data, call.file, sources.files)
    return list !== undefined && keyOf(list.item) !== undefined && listNode('rows', call, 'x', sources) !== undefined
  })

/** Whether steps around a call obtain a proof for it. */
const needsProof = ({ payload }: CallInfo): boolean =>
  Object.values(payload.properties ?? {}).some((property) => 'x-proof' in property)

/** Calls that one form sends with all that they require. */
export const formCalls = (calls: Iterable<CallInfo>, sources: Sources): CallInfo[] =>
  [...calls].filter((call) => {
    const [form, ...others] = call.forms
    if (form === undefined || others.length > 0 || call.effect === 'session' || call.effect === 'read') return false
    const payload = formPayload(call, Object.keys(formFields(form, sources.files)), {})
    if (needsProof(call) || !isSent(call, payload) || fieldChoices(form, call, {}, sources) === undefined) return false
    return call.effect !== 'money' || confirmStep(call, payload, 'x', sources) !== undefined
  })

export interface Choice {
  template: TemplateName
  id: string
  /** The key of its title. */
  title: string
  /** The key of the button of its form. */
  button?: string
  /** The key of the heading above its list. */
  heading?: string
  list?: CallInfo
  send?: CallInfo
}

/** The text of a new screen, made from the contract. */
export function screenFrom(
  { template, id, title, button = title, heading, list, send }: Choice,
  sources: Sources,
): string {
  const used: CallInfo[] = [
    ...(needsList(template) && list ? [list] : []),
    ...(needsForm(template) && send ? [send] : []),
  ]
  const children: NodeJson[] = []
  const queries: NodeJson = {}
  // The names of data are assigned one after another.
  const screen: ScreenValue = { queries: queries as Record<string, never> }
  if (needsForm(template) && send) {
    const [form = ''] = send.forms
    const choices = fieldChoices(form, send, screen, sources) ?? []
    for (const { name, query } of choices) queries[name] = query as NodeJson
    children.push(formNode(form, send, button, screen, sources, choices))
  }
  if (needsList(template) && list) {
    const name = queryName(list.name, screen)
    const payload = proposedPayload(list, screen)
    const emptyWhen = emptyOf(name, list, sources.files)
    queries[name] = {
      call: list.name,
      ...(Object.keys(payload).length > 0 && { payload }),
      ...(emptyWhen !== undefined && { emptyWhen }),
    }
    const node = listNode(name, list, title, sources)
    if (node)
      children.push(heading === undefined ? node : { widget: 'Section', props: { title: heading }, children: [node] })
  }
  for (const query of Object.values(queries)) {
    const call = sources.calls.get((query as { call: string }).call)
    if (call) used.push(call)
  }
  const rules = [...new Set(used.flatMap((call) => [...(call.auth ? ['login'] : []), ...call.needs]))]
  const hasQueries = Object.keys(queries).length > 0
  const up = '../'.repeat(id.split('/').length)
  const file = {
    $schema: `${up}schemas/screen.schema.json`,
    id,
    route: `/pages/${id}`,
    title,
    ...(rules.length > 0 && { access: rules }),
    ...(hasQueries && { queries }),
    body: [
      {
        widget: 'Scroll',
        props: { padding: 'md', gap: 'md', label: title },
        ...(hasQueries && { on: { refresh: [{ action: 'refresh' }] } }),
        children: children.length > 0 ? children : [{ widget: 'Text', props: { text: title } }],
      },
    ],
  }
  return `${JSON.stringify(file, null, 2)}\n`
}
