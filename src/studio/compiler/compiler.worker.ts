import { screenSchema } from '../../../codegen/generate/lib/screenSchema.ts'
import { changedInEnglishOnly, describeChange } from '../../../codegen/compiler/compare/describe.ts'
import { snapshotOfProject } from '../../../codegen/compiler/compare/snapshot.ts'
import { APP_SHELL, widthLimits } from '../../../codegen/compiler/rules/text-too-long.ts'
import { buildCatalogue } from '../../../codegen/compiler/catalogue.ts'
import { Compiler, type Checked } from '../../../codegen/compiler/project.ts'
import { renameSymbol, SymbolIndex } from '../../../codegen/compiler/service/symbols.ts'
import type { Contract, Form } from '../../../codegen/compiler/contract/contract.ts'
import { uiOf } from '../../../codegen/compiler/forms/formWidgets.ts'
import type { Screen } from '../../engine/language/expressions/program.ts'
import { canonicalJson } from '../../engine/language/values/canonicalJson.ts'
import { FIXTURE_FILE } from '../../../codegen/fixtures/fixture.ts'
import { fixtureSchema } from '../../../codegen/fixtures/fixtureSchema.ts'
import { answerIn, userKinds } from './answer.ts'
import { entriesOf } from './entries.ts'
import { galleryScreen, widgetsOf } from './gallery.ts'
import { linkExample } from './linkExamples.ts'
import { markNodes } from './markNodes.ts'
import { lowerStory } from './stories.ts'
import {
  ISOLATED_ROUTE,
  type IsolatedContent,
  type Methods,
  type PreviewContent,
  type Reply,
  type Request,
  type SampledForm,
  type ShownWidget,
  type Snapshot,
} from './protocol.ts'

const compiler = new Compiler()
const published = new Compiler()
let files = new Map<string, string>()
let publishedFiles = new Map<string, string>()
let publishedChecked: Checked | undefined
let checked: Checked | undefined
/** The last version without errors of each screen. */
const lastGood = new Map<string, Screen>()

/** The files that have changed since the last check of all of them; null: the compiler has last seen other files, or none. */
let stale: Set<string> | null = null
const isStale = (): boolean => stale === null || stale.size > 0

function apply(changes: Readonly<Record<string, string | null>>): void {
  for (const [path, text] of Object.entries(changes)) {
    if (text === null) files.delete(path)
    else files.set(path, text)
    stale?.add(path)
  }
}

function check(): Checked {
  checked = compiler.check(files)
  stale = new Set()
  index = undefined
  return checked
}

function snapshot(): Snapshot {
  const result = check()
  return {
    diagnostics: result.diagnostics,
    entries: entriesOf(result, files),
    locales: Object.fromEntries(result.locales),
    milliseconds: result.stats.milliseconds,
  }
}

const current = (): Checked => checked ?? check()

let index: SymbolIndex | undefined
/** The names of the files as they are now. */
function names(): SymbolIndex {
  if (isStale() || !index) index = new SymbolIndex(compiler, check(), files)
  return index
}

/** A screen with nothing but a form with sample data, the stories of a widget, or pictures of several widgets and parts. */
function isolatedScreen(isolated: IsolatedContent): Screen | undefined {
  if ('id' in isolated) return formScreen(isolated)
  const { contract, screens } = current()
  const screen = screenOf({ widget: 'Text', props: { text: 'data.save' } })
  if (!screen) return undefined
  if ('widget' in isolated) return storyScreen(screen, isolated, contract)
  const lowered = screens.flatMap((one) => one.screen ?? [])
  return galleryScreen(screen, isolated.items, { screens: lowered, contract })
}

/** Undefined for a form that the compiler does not take, as a choice without answers. */
function formScreen({ id, values }: SampledForm): Screen | undefined {
  const form = current().contract.forms.get(id)
  const choices = form && sampledChoices(form, values)
  const screen = screenOf({
    widget: 'Form',
    props: { form: id, submitLabel: 'data.save', initial: values, ...(choices && { choices }) },
    on: { submit: [{ action: 'toast', text: 'data.save' }] },
  })
  return screen && Object.hasOwn(screen.forms, id) ? markNodes(screen) : undefined
}

/** For each list whose items a screen gives: the value of the sample, else the default, which the list would drop otherwise. */
function sampledChoices(form: Form, values: SampledForm['values']): object {
  return Object.fromEntries(
    Object.entries(form.def.schema.properties ?? {}).flatMap(([name, schema]) => {
      const value = values[name] ?? schema.default
      if (schema.enum || uiOf(form, name).widget !== 'select' || typeof value !== 'string') return []
      return [[name, [{ id: value, label: `='${value.replaceAll(/['\\]/g, '’')}'` }]]]
    }),
  )
}

/** A screen with one node, compiled as one of the catalogue. */
function screenOf(node: object): Screen | undefined {
  const scroll = { widget: 'Scroll', props: { padding: 'md', gap: 'lg', label: 'data.save' }, children: [node] }
  const document = { id: 'studio/isolated', route: ISOLATED_ROUTE, title: 'data.save', body: [scroll] }
  return compiler.checkScreen('screens/studio/isolated.json', JSON.stringify(document)).screen
}

/** `screen`: one with a Scroll alone. */
function storyScreen(screen: Screen, { widget, stories }: ShownWidget, contract: Contract): Screen | undefined {
  const [scroll] = screen.body
  if (!scroll) return undefined
  const children = stories.flatMap(({ name, ...story }, index) => [
    lowerStory({ widget: 'Text', props: { text: name, variant: 'caption', tone: 'muted' } }, `name/${index}`),
    lowerStory({ widget, ...story }, `story/${index}`),
  ])
  const body = [{ ...scroll, slots: { children } }]
  return { ...screen, title: widget, body, requires: { ...screen.requires, widgets: widgetsOf(body, contract) } }
}

function preview(marked: readonly string[], isolated?: IsolatedContent): PreviewContent {
  publishedChecked ??= published.check(publishedFiles)
  const before = buildCatalogue(publishedChecked, { omitInvalid: true })
  const after = buildCatalogue(current(), { omitInvalid: true })
  const content: PreviewContent = { routes: {}, locales: {} }
  const screens = new Map(current().screens.map((screen) => [screen.route, screen]))
  const found = new Set(Object.keys(after.manifest.routes))
  for (const [route, { hash }] of Object.entries(after.manifest.routes)) {
    const one = screens.get(route)
    if (!one?.screen) continue
    lastGood.set(route, one.screen)
    const isMarked = marked.some((file) => file === one.file || one.used.parts.has(partOf(file)))
    if (isMarked) content.routes[route] = markNodes(one.screen)
    else if (before.manifest.routes[route]?.hash !== hash) content.routes[route] = one.screen
  }
  for (const route of Object.keys(before.manifest.routes)) if (!screens.has(route)) content.routes[route] = null
  // A screen with errors stays as it was when it had none.
  for (const [route, screen] of lastGood)
    if (!found.has(route) && screens.has(route)) content.routes[route] = markNodes(screen)
  for (const [language, hash] of Object.entries(after.manifest.locales))
    if (before.manifest.locales[language] !== hash)
      content.locales[language] = JSON.parse(after.files.get(hash) ?? '{}') as Record<string, string>
  const shown = isolated && isolatedScreen(isolated)
  if (shown) content.routes[ISOLATED_ROUTE] = shown
  if (canonicalJson(before.manifest.shell) !== canonicalJson(after.manifest.shell)) content.shell = after.manifest.shell
  return content
}

/** The line of an offset, and its number. */
function lineOf(text: string, offset: number): { line: number; text: string } {
  const start = text.lastIndexOf('\n', offset - 1) + 1
  const end = text.indexOf('\n', offset)
  return {
    line: text.slice(0, start).split('\n').length,
    text: text.slice(start, end < 0 ? undefined : end).trim(),
  }
}

const partOf = (file: string): string => file.replace(/^screens\/parts\//, '').replace(/\.json$/, '')

const methods: Methods = {
  open(project, changes) {
    publishedFiles = new Map(Object.entries(project))
    publishedChecked = undefined
    files = new Map(publishedFiles)
    apply(changes)
    const result = snapshot()
    // Without changes the published catalogue need not be compiled a second time.
    if (Object.keys(changes).length === 0) publishedChecked = checked
    return result
  },
  update(changes, first) {
    apply(changes)
    const text = files.get(first)
    const isAlone = stale !== null && [...stale].every((path) => path === first)
    if (!isAlone || text === undefined || !/^screens\/(?!shell\.json|parts\/)/.test(first)) return null
    return compiler.checkScreen(first, text).diagnostics
  },
  check: snapshot,
  schema(file) {
    const id = FIXTURE_FILE.exec(file ?? '')?.[1]
    if (id === undefined) return screenSchema(current())
    const { screens, contract } = current()
    const found = screens.find((screen) => screen.file === `screens/${id}.json`)
    if (!found?.screen) return null
    const user = contract.resolve({ $ref: './user.json' }, 'schemas/entities/x.json')
    const kinds = Object.keys(userKinds(files))
    return fixtureSchema(found.screen, found.used.calls, { contract, kinds, user })
  },
  preview,
  form: (id) => current().contract.forms.get(id)?.def ?? null,
  describe() {
    publishedChecked ??= published.check(publishedFiles)
    const before = snapshotOfProject(publishedChecked)
    const after = snapshotOfProject(isStale() ? check() : current())
    return { changes: describeChange(before, after), outdated: changedInEnglishOnly(before, after) }
  },
  textLimits: () =>
    Object.fromEntries(
      [...widthLimits(current(), compiler.source(APP_SHELL))].map(([key, { columns }]) => [key, columns]),
    ),
  symbolAt(file, offset) {
    const found = names().at(file, offset)
    return found
      ? { kind: found.kind, name: found.name, ...(found.owner !== undefined && { owner: found.owner }) }
      : null
  },
  typeAt(file, offset) {
    const text = files.get(file)
    return (text === undefined ? undefined : compiler.typeAt(file, text, offset)) ?? null
  },
  uses: (symbol) =>
    names()
      .uses(symbol)
      .map((use) => ({ ...use, ...lineOf(files.get(use.file) ?? '', use.start) })),
  rename(symbol, to) {
    const result = renameSymbol(compiler, files, symbol, to)
    stale = null
    return result
  },
  linkExample(file, kind, replies) {
    const screens = current().screens.flatMap(({ screen }) => (screen ? [screen] : []))
    const screen = current().screens.find((one) => one.file === file)?.screen
    const { fields = {} } = userKinds(files)[kind] ?? {}
    return screen ? linkExample(screen, screens, { kind, fields }, replies) : null
  },
  answer: (asked, choice, recorded) => answerIn(asked, choice, { checked: current(), files, recorded }),
}

globalThis.addEventListener('message', ({ data }: MessageEvent<Request>) => {
  const { id, method, args } = data
  let reply: Reply
  try {
    const run = methods[method] as (...args: readonly unknown[]) => unknown
    reply = { id, result: run(...args) }
  } catch (error) {
    reply = { id, error: error instanceof Error ? error.message : String(error) }
  }
  ;(globalThis as unknown as Worker).postMessage(reply, [])
})
