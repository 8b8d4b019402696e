import { fieldsOf, type FormField } from '../../../src/core/forms.ts'
import type { CallDef, FormDef } from '../../../src/core/program.ts'
import { canonicalJson } from '../../../src/core/sha256.ts'
import type { Change } from './change.ts'
import { schemaChanges } from './schemaChanges.ts'
import type { CatalogueSnapshot } from './snapshot.ts'
import type { Describer } from './nodeComparison.ts'
import { joinWords, quote, formatExpr, formatJson } from './formatExpr.ts'

type ChangeDraft = Pick<Change, 'what' | 'name' | 'sentence' | 'details'>

/** Forms that screens show: their fields, limits and rules. */
export function formChanges(before: CatalogueSnapshot, after: CatalogueSnapshot, describer: Describer): Change[] {
  const formsOf = (side: CatalogueSnapshot): Record<string, FormDef> =>
    Object.assign({}, ...[...side.screens.values()].map((screen) => screen.forms)) as Record<string, FormDef>
  return compareRecords(formsOf(before), formsOf(after), (name, previous, current): ChangeDraft | undefined => {
    if (!previous) return { what: 'added', name, sentence: `The form "${name}" is new.`, details: [] }
    if (!current)
      return { what: 'removed', name, sentence: `No screen shows the form "${name}" any more.`, details: [] }
    return {
      what: 'changed',
      name,
      sentence: `The form "${name}" has changed.`,
      details: formDetails(previous, current, describer),
    }
  }).map((change) => ({ kind: 'form', ...change }))
}

/** Sentences about the changed fields, conditions and rules of a form; empty if it is unchanged. */
export const formDetails = (before: FormDef, after: FormDef, describer: Describer): string[] => [
  ...fieldChanges(fieldsOf(before), fieldsOf(after), describer),
  ...conditionChanges(before, after),
  ...ruleChanges(before, after, describer),
]

function fieldChanges(before: readonly FormField[], after: readonly FormField[], describer: Describer): string[] {
  const out: string[] = []
  const label = (field: FormField): string => `The field ${quote(describer.after(field.label))} (${field.name})`
  for (const field of before)
    if (!after.some((one) => one.name === field.name))
      out.push(`The field ${quote(describer.before(field.label))} (${field.name}) is gone.`)
  for (const field of after) {
    const previous = before.find((one) => one.name === field.name)
    if (!previous) {
      out.push(`${label(field)} is new${field.required ? ' and required' : ''}.`)
      continue
    }
    if (previous.required !== field.required)
      out.push(`${label(field)} ${field.required ? 'is now required' : 'may now be left empty'}.`)
    if (previous.widget !== field.widget)
      out.push(`${label(field)} is now drawn as ${quote(field.widget)} instead of ${quote(previous.widget)}.`)
    for (const prose of ['label', 'hint', 'placeholder'] as const) {
      if (previous[prose] !== field[prose])
        out.push(
          `${label(field)} has the ${prose} ${quotedText(field[prose], describer.after)} instead of ${quotedText(previous[prose], describer.before)}.`,
        )
    }
    for (const { path, description } of schemaChanges(previous.schema, field.schema))
      out.push(`${label(field)}${path === '' ? '' : `, ${path},`} ${description}.`)
    if (canonicalJson(previous.options) !== canonicalJson(field.options))
      out.push(`${label(field)} has other options: ${formatJson(field.options)}.`)
  }
  const order = (fields: readonly FormField[], others: readonly FormField[]): string =>
    fields.flatMap(({ name }) => (others.some((one) => one.name === name) ? [name] : [])).join()
  if (order(before, after) !== order(after, before))
    out.push(`Its fields have another order: ${joinWords(after.map((one) => one.name))}.`)
  return out
}

/** Keywords of a form that its plain properties do not show. */
const CONDITIONS = ['if', 'then', 'else', 'allOf', 'anyOf', 'oneOf', 'not', 'dependencies', 'definitions'] as const

const conditionChanges = ({ schema: before }: FormDef, { schema: after }: FormDef): string[] =>
  CONDITIONS.flatMap((keyword) =>
    canonicalJson(before[keyword] ?? null) === canonicalJson(after[keyword] ?? null)
      ? []
      : [`Its schema says something else under "${keyword}".`],
  )

const quotedText = (key: string | undefined, textOf: (key: string) => string): string =>
  key === undefined ? 'none' : quote(textOf(key))

function ruleChanges(before: FormDef, after: FormDef, describer: Describer): string[] {
  const describeRule = (rule: FormDef['rules'][number], textOf: (key: string) => string): string =>
    `${formatExpr(rule.check, textOf)}, else ${quote(textOf(rule.message))} at ${rule.field}`
  const has = (form: FormDef, rule: FormDef['rules'][number]): boolean =>
    form.rules.some((one) => canonicalJson(one) === canonicalJson(rule))
  return [
    ...before.rules
      .filter((rule) => !has(after, rule))
      .map((rule) => `The rule is gone: ${describeRule(rule, describer.before)}.`),
    ...after.rules
      .filter((rule) => !has(before, rule))
      .map((rule) => `The rule is new: ${describeRule(rule, describer.after)}.`),
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
    if (!previous)
      return {
        what: 'added',
        name,
        sentence: `The call ${name} is now used${current?.effect === 'money' ? '; it moves money' : ''}.`,
        details: [],
      }
    if (!current) return { what: 'removed', name, sentence: `The call ${name} is no longer used.`, details: [] }
    return { what: 'changed', name, sentence: `The call ${name} has changed.`, details: callDetails(previous, current) }
  }).map((change) => ({ kind: 'call', ...change }))
}

/** Sentences about the changes of a call and of the shape of its answer; empty if it is unchanged. */
export function callDetails(
  before: Pick<CallDef, 'method' | 'auth' | 'effect' | 'data' | 'paging'>,
  after: Pick<CallDef, 'method' | 'auth' | 'effect' | 'data' | 'paging'>,
): string[] {
  return [
    ...(before.method === after.method ? [] : [`It is now a ${after.method} instead of a ${before.method}.`]),
    ...(before.auth === after.auth ? [] : [after.auth ? 'It now needs a session.' : 'It no longer needs a session.']),
    ...(before.effect === after.effect ? [] : [`Its effect is now "${after.effect}" instead of "${before.effect}".`]),
    ...(canonicalJson(before.paging ?? null) === canonicalJson(after.paging ?? null)
      ? []
      : ['It answers in other pages than before.']),
    ...schemaChanges(before.data, after.data).map(
      ({ path, description }) => `${path === '' ? 'Its answer' : `The field "${path}" of its answer`} ${description}.`,
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
  const report = (name: string, what: Change['what'], sentence: string): void =>
    void changes.push({ kind: 'shell', what, name, sentence, details: [] })
  for (const tab of before.tabs)
    if (!after.tabs.some((one) => one.route === tab.route))
      report(tab.route, 'removed', `The tab ${quote(describer.before(tab.label))} (${tab.route}) is gone.`)
  for (const tab of after.tabs) {
    const previous = before.tabs.find((one) => one.route === tab.route)
    if (!previous) report(tab.route, 'added', `The tab ${quote(describer.after(tab.label))} (${tab.route}) is new.`)
    else if (previous.label !== tab.label)
      report(
        tab.route,
        'changed',
        `The tab ${tab.route} is now called ${quote(describer.after(tab.label))} instead of ${quote(describer.before(previous.label))}.`,
      )
    if (previous && previous.icon !== tab.icon)
      report(
        tab.route,
        'changed',
        `The tab ${quote(describer.after(tab.label))} has the icon "${tab.icon}" instead of "${previous.icon}".`,
      )
  }
  const commonRoutes = (tabs: typeof after.tabs, others: typeof after.tabs): string =>
    tabs.flatMap(({ route }) => (others.some((one) => one.route === route) ? [route] : [])).join()
  if (commonRoutes(before.tabs, after.tabs) !== commonRoutes(after.tabs, before.tabs))
    report(
      'tabs',
      'changed',
      `The tabs have another order: ${joinWords(after.tabs.map((tab) => quote(describer.after(tab.label))))}.`,
    )
  for (const [name, subject] of [
    ['home', 'The home screen is'],
    ['login', 'The login screen is'],
    ['notFound', 'The screen for unknown addresses is'],
  ] as const) {
    if (before[name] !== after[name]) report(name, 'changed', `${subject} ${after[name]} instead of ${before[name]}.`)
  }
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
        sentence: `The language "${language}" is new, with ${Object.keys(after.texts.get(language) ?? {}).length} texts.`,
        details: [],
      })
    if (!after.texts.has(language))
      changes.push({
        kind: 'text',
        what: 'removed',
        name: language,
        sentence: `The language "${language}" is gone.`,
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
    const where = joinWords(descriptions.map(({ language }) => language))
    const describeText = ({ previous, current }: typeof first): string =>
      previous === undefined
        ? quote(current ?? '')
        : current === undefined
          ? `${quote(previous)} is gone`
          : `${quote(current)} instead of ${quote(previous)}`
    const head =
      what === 'added' ? `is new in ${where}` : what === 'removed' ? `is gone from ${where}` : `has changed in ${where}`
    changes.push({
      kind: 'text',
      what,
      name: key,
      sentence: `The text "${key}" ${head}: ${describeText(first)}.`,
      details: what !== 'changed' ? [] : descriptions.slice(1).map((one) => `${one.language}: ${describeText(one)}`),
    })
  }
  return changes
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
