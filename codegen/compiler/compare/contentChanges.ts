import { fieldsOf, type FormField } from '../../../src/engine/language/forms/forms.ts'
import type { CallDef, FormDef, Shell } from '../../../src/engine/language/expressions/program.ts'
import { canonicalJson } from '../../../src/engine/language/values/sha256.ts'
import { within, type Change, type ChangeDetail, type ChangeMessage, type ChangeParam } from './change.ts'
import { schemaChanges } from './schemaChanges.ts'
import type { CatalogueSnapshot } from './snapshot.ts'
import type { Describer } from './nodeComparison.ts'
import { conditionOf, valueOfJson, type TextLookup } from './formatExpr.ts'

type ChangeDraft = Pick<Change, 'what' | 'name' | 'head' | 'details'>

/** Forms that screens show: their fields, limits and rules. */
export function formChanges(before: CatalogueSnapshot, after: CatalogueSnapshot, describer: Describer): Change[] {
  const formsOf = (side: CatalogueSnapshot): Record<string, FormDef> =>
    Object.assign({}, ...[...side.screens.values()].map((screen) => screen.forms)) as Record<string, FormDef>
  return compareRecords(formsOf(before), formsOf(after), (name, previous, current): ChangeDraft | undefined => {
    const params = { form: { quoted: name } }
    if (!previous) return { what: 'added', name, head: { code: 'form/added', params }, details: [] }
    if (!current) return { what: 'removed', name, head: { code: 'form/removed', params }, details: [] }
    return {
      what: 'changed',
      name,
      head: { code: 'form/changed', params },
      details: formDetails(previous, current, describer),
    }
  }).map((change) => ({ kind: 'form', ...change }))
}

/** Changed fields, conditions and rules of a form; empty if it is unchanged. */
export const formDetails = (before: FormDef, after: FormDef, describer: Describer): ChangeDetail[] => [
  ...fieldChanges(fieldsOf(before), fieldsOf(after), describer),
  ...conditionChanges(before, after),
  ...ruleChanges(before, after, describer),
]

function fieldChanges(before: readonly FormField[], after: readonly FormField[], describer: Describer): ChangeDetail[] {
  const out: ChangeDetail[] = []
  const report = (field: FormField, textOf: TextLookup, code: string, params: ChangeMessage['params'] = {}): void =>
    void out.push(
      within(
        { code: 'field', params: { label: { quoted: textOf(field.label) }, name: field.name } },
        { code: `field/${code}`, params },
      ),
    )
  for (const field of before)
    if (!after.some((other) => other.name === field.name)) report(field, describer.before, 'removed')
  for (const field of after) {
    const previous = before.find((other) => other.name === field.name)
    const say = (code: string, params: ChangeMessage['params'] = {}): void =>
      report(field, describer.after, code, params)
    if (!previous) {
      say(field.required ? 'addedRequired' : 'added')
      continue
    }
    if (previous.required !== field.required) say(field.required ? 'required' : 'optional')
    if (previous.widget !== field.widget)
      say('widget', { widget: { quoted: field.widget }, before: { quoted: previous.widget } })
    for (const prose of ['label', 'hint', 'placeholder'] as const)
      if (previous[prose] !== field[prose])
        say(prose, {
          words: wordsOf(field[prose], describer.after),
          before: wordsOf(previous[prose], describer.before),
        })
    for (const { path, description } of schemaChanges(previous.schema, field.schema))
      if (path === '') say('schema', { change: description })
      else say('member', { path, change: description })
    if (canonicalJson(previous.options) !== canonicalJson(field.options))
      say('options', { options: valueOfJson(field.options) })
  }
  const order = (fields: readonly FormField[], others: readonly FormField[]): string =>
    fields.flatMap(({ name }) => (others.some((other) => other.name === name) ? [name] : [])).join()
  if (order(before, after) !== order(after, before))
    out.push({ code: 'fields/order', params: { fields: { list: after.map(({ name }) => name) } } })
  return out
}

/** Keywords of a form that its plain properties do not show. */
const CONDITIONS = ['if', 'then', 'else', 'allOf', 'anyOf', 'oneOf', 'not', 'dependencies', 'definitions'] as const

const conditionChanges = ({ schema: before }: FormDef, { schema: after }: FormDef): ChangeDetail[] =>
  CONDITIONS.flatMap((keyword) =>
    canonicalJson(before[keyword] ?? null) === canonicalJson(after[keyword] ?? null)
      ? []
      : [{ code: 'form/condition', params: { keyword: { quoted: keyword } } }],
  )

const wordsOf = (key: string | undefined, textOf: (key: string) => string): ChangeParam =>
  key === undefined ? { code: 'text/none' } : { quoted: textOf(key) }

function ruleChanges(before: FormDef, after: FormDef, describer: Describer): ChangeDetail[] {
  const message = (code: string, rule: FormDef['rules'][number], textOf: (key: string) => string): ChangeDetail => ({
    code,
    params: {
      check: conditionOf(rule.check),
      message: { quoted: textOf(rule.message) },
      field: rule.field,
    },
  })
  const has = (form: FormDef, rule: FormDef['rules'][number]): boolean =>
    form.rules.some((formRule) => canonicalJson(formRule) === canonicalJson(rule))
  return [
    ...before.rules.filter((rule) => !has(after, rule)).map((rule) => message('rule/removed', rule, describer.before)),
    ...after.rules.filter((rule) => !has(before, rule)).map((rule) => message('rule/added', rule, describer.after)),
  ]
}

/** Calls of the screens and the shell, with their definitions. */
export function callChanges(before: CatalogueSnapshot, after: CatalogueSnapshot): Change[] {
  const callsOf = (side: CatalogueSnapshot): Record<string, CallDef> =>
    Object.assign({}, ...[...side.screens.values()].map((screen) => screen.calls), side.shellCalls) as Record<
      string,
      CallDef
    >
  return compareRecords(callsOf(before), callsOf(after), (name, previous, current): ChangeDraft | undefined => {
    const head = (code: string): ChangeMessage => ({ code: `call/${code}`, params: { call: name } })
    if (!previous)
      return { what: 'added', name, head: head(current?.effect === 'money' ? 'addedMoney' : 'added'), details: [] }
    if (!current) return { what: 'removed', name, head: head('removed'), details: [] }
    return { what: 'changed', name, head: head('changed'), details: callDetails(previous, current) }
  }).map((change) => ({ kind: 'call', ...change }))
}

/** Changes of a call and of the shape of its answer; empty if it is unchanged. */
export function callDetails(
  before: Pick<CallDef, 'method' | 'auth' | 'effect' | 'data' | 'paging'>,
  after: Pick<CallDef, 'method' | 'auth' | 'effect' | 'data' | 'paging'>,
): ChangeDetail[] {
  return [
    ...(before.method === after.method
      ? []
      : [{ code: 'call/method', params: { method: after.method, before: before.method } }]),
    ...(before.auth === after.auth ? [] : [{ code: after.auth ? 'call/session' : 'call/noSession' }]),
    ...(before.effect === after.effect
      ? []
      : [{ code: 'call/effect', params: { effect: { quoted: after.effect }, before: { quoted: before.effect } } }]),
    ...(canonicalJson(before.paging ?? null) === canonicalJson(after.paging ?? null) ? [] : [{ code: 'call/paging' }]),
    ...schemaChanges(before.data, after.data).map(({ path, description }): ChangeDetail =>
      path === ''
        ? { code: 'answer', params: { change: description } }
        : { code: 'answer/field', params: { field: { quoted: path }, change: description } },
    ),
  ]
}

/** Tabs and the routes that the app itself leads to. */
export function shellChanges(
  { shell: before }: CatalogueSnapshot,
  { shell: after }: CatalogueSnapshot,
  describer: Describer,
): Change[] {
  if (!before || !after) return []
  const changes: Change[] = []
  const report = (name: string, what: Change['what'], code: string, params: ChangeMessage['params'] = {}): void =>
    void changes.push({ kind: 'shell', what, name, head: { code, params }, details: [] })
  const labelOf = (tab: Shell['tabs'][number], textOf: TextLookup): ChangeParam => ({ quoted: textOf(tab.label) })
  for (const tab of before.tabs)
    if (!after.tabs.some((other) => other.route === tab.route))
      report(tab.route, 'removed', 'tab/removed', { label: labelOf(tab, describer.before), route: tab.route })
  for (const tab of after.tabs) {
    const previous = before.tabs.find((other) => other.route === tab.route)
    const label = labelOf(tab, describer.after)
    if (!previous) report(tab.route, 'added', 'tab/added', { label, route: tab.route })
    else if (previous.label !== tab.label)
      report(tab.route, 'changed', 'tab/label', {
        route: tab.route,
        label,
        before: labelOf(previous, describer.before),
      })
    if (previous && previous.icon !== tab.icon)
      report(tab.route, 'changed', 'tab/icon', { label, icon: { quoted: tab.icon }, before: { quoted: previous.icon } })
  }
  const commonRoutes = (tabs: typeof after.tabs, others: typeof after.tabs): string =>
    tabs.flatMap(({ route }) => (others.some((other) => other.route === route) ? [route] : [])).join()
  if (commonRoutes(before.tabs, after.tabs) !== commonRoutes(after.tabs, before.tabs))
    report('tabs', 'changed', 'tabs/order', {
      tabs: { list: after.tabs.map((tab) => labelOf(tab, describer.after)) },
    })
  for (const name of ['home', 'login', 'notFound'] as const)
    if (before[name] !== after[name])
      report(name, 'changed', `shell/${name}`, { route: after[name], before: before[name] })
  return changes
}

/** Texts by key, each with the languages in which it differs. */
export function textChanges(before: CatalogueSnapshot, after: CatalogueSnapshot): Change[] {
  const changes: Change[] = []
  const languages = [...new Set([...before.texts.keys(), ...after.texts.keys()])].toSorted((a, b) =>
    a === 'en' ? -1 : b === 'en' ? 1 : a < b ? -1 : 1,
  )
  const common = languages.filter((language) => before.texts.has(language) && after.texts.has(language))
  for (const language of languages) {
    if (!before.texts.has(language))
      changes.push({
        kind: 'text',
        what: 'added',
        name: language,
        head: {
          code: 'language/added',
          params: { language: { quoted: language }, count: Object.keys(after.texts.get(language) ?? {}).length },
        },
        details: [],
      })
    if (!after.texts.has(language))
      changes.push({
        kind: 'text',
        what: 'removed',
        name: language,
        head: { code: 'language/removed', params: { language: { quoted: language } } },
        details: [],
      })
  }
  const keys = new Set(
    common.flatMap((language) => [
      ...Object.keys(before.texts.get(language) ?? {}),
      ...Object.keys(after.texts.get(language) ?? {}),
    ]),
  )
  for (const key of [...keys].toSorted()) {
    const descriptions = common.flatMap((language) => {
      const [previous, current] = [before.texts.get(language)?.[key], after.texts.get(language)?.[key]]
      return previous === current ? [] : [{ language, previous, current }]
    })
    const [first] = descriptions
    if (!first) continue
    const what = descriptions.every(({ previous }) => previous === undefined)
      ? 'added'
      : descriptions.every(({ current }) => current === undefined)
        ? 'removed'
        : 'changed'
    changes.push({
      kind: 'text',
      what,
      name: key,
      head: {
        code: `text/${what}`,
        params: {
          key: { quoted: key },
          languages: { languages: descriptions.map(({ language }) => language) },
          words: wordsMessage(first),
        },
      },
      details:
        what === 'changed'
          ? descriptions.slice(1).map((description) => ({
              code: 'text/inLanguage',
              params: { language: { languages: [description.language] }, words: wordsMessage(description) },
            }))
          : [],
    })
  }
  return changes
}

/** The words of a text in a language, with those before. */
function wordsMessage({
  previous,
  current,
}: Readonly<Record<'previous' | 'current', string | undefined>>): ChangeMessage {
  if (previous === undefined) return { code: 'words/added', params: { words: { quoted: current ?? '' } } }
  if (current === undefined) return { code: 'words/removed', params: { words: { quoted: previous } } }
  return { code: 'words/changed', params: { words: { quoted: current }, before: { quoted: previous } } }
}

function compareRecords<T>(
  before: Readonly<Record<string, T>>,
  after: Readonly<Record<string, T>>,
  report: (name: string, previous: T | undefined, current: T | undefined) => ChangeDraft | undefined,
): ChangeDraft[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted().flatMap((name) => {
    const [previous, current] = [
      Object.hasOwn(before, name) ? before[name] : undefined,
      Object.hasOwn(after, name) ? after[name] : undefined,
    ]
    return canonicalJson(previous ?? null) === canonicalJson(current ?? null)
      ? []
      : (report(name, previous, current) ?? [])
  })
}
