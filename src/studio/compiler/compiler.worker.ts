import { ProjectService, uiOf, type Contract, type Form } from '../../../codegen/compiler/service/project.ts'
import type { Screen } from '../../engine/language/expressions/program.ts'
import { canonicalJson } from '../../engine/language/values/canonicalJson.ts'
import { FIXTURE_FILE } from '../../../codegen/fixtures/fixture.ts'
import { fixtureSchema } from '../../../codegen/fixtures/fixtureSchema.ts'
import { language } from '../../product/language.ts'
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

const project = new ProjectService(language)
const published = new ProjectService(language)
/** The last version without errors of each screen. */
const lastGood = new Map<string, Screen>()

function snapshot(): Snapshot {
  const result = project.check()
  return {
    diagnostics: result.diagnostics,
    entries: entriesOf(result, project.files),
    milliseconds: result.stats.milliseconds,
  }
}

/** A screen with nothing but a form with sample data, the stories of a widget, or pictures of several widgets and parts. */
function isolatedScreen(isolated: IsolatedContent): Screen | undefined {
  if ('id' in isolated) return formScreen(isolated)
  const { contract, screens } = project.checked
  const screen = screenOf({ widget: 'Text', props: { text: 'data.save' } })
  if (!screen) return undefined
  if ('widget' in isolated) return storyScreen(screen, isolated, contract)
  const lowered = screens.flatMap((screen) => screen.screen ?? [])
  return galleryScreen(screen, isolated.items, { screens: lowered, contract })
}

/** Undefined for a form that the compiler does not take, as a choice without answers. */
function formScreen({ id, values }: SampledForm): Screen | undefined {
  const form = project.checked.contract.forms.get(id)
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
  return project.compileScreen('screens/studio/isolated.json', document)
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
  const before = published.catalogue()
  const after = project.catalogue()
  const content: PreviewContent = { routes: {}, locales: {} }
  const screens = new Map(project.checked.screens.map((screen) => [screen.route, screen]))
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

const partOf = (file: string): string => file.replace(/^screens\/parts\//, '').replace(/\.json$/, '')

const methods: Methods = {
  open(files, changes) {
    project.open(files)
    project.apply(changes)
    const result = snapshot()
    // Without changes the published catalogue need not be compiled a second time.
    published.open(files, Object.keys(changes).length === 0 ? project.checked : undefined)
    return result
  },
  update(changes, first) {
    project.apply(changes)
    return project.checkAlone(first)
  },
  check: snapshot,
  schema(file) {
    const id = FIXTURE_FILE.exec(file ?? '')?.[1]
    if (id === undefined) return project.schema()
    const { screens, contract } = project.checked
    const found = screens.find((screen) => screen.file === `screens/${id}.json`)
    if (!found?.screen) return null
    const user = contract.resolve({ $ref: './user.json' }, 'schemas/entities/x.json')
    const kinds = Object.keys(userKinds(project.files))
    return fixtureSchema(found.screen, found.used.calls, { contract, kinds, user })
  },
  preview,
  form: (id) => project.checked.contract.forms.get(id)?.def ?? null,
  describe: () => project.changesSince(published),
  textLimits: () => project.textLimits(),
  textsOnlyIn: (file) => project.textsOnlyIn(file),
  symbolAt: (file, offset) => project.symbolAt(file, offset) ?? null,
  typeAt: (file, offset) => project.typeAt(file, offset) ?? null,
  namesAt: (file, text, offset, holder) => project.namesAt(file, text, offset, holder),
  uses: (symbol) => project.uses(symbol),
  rename: (symbol, to) => project.rename(symbol, to),
  linkExample(file, kind, replies) {
    const screens = project.checked.screens.flatMap(({ screen }) => (screen ? [screen] : []))
    const screen = project.checked.screens.find((screen) => screen.file === file)?.screen
    const { fields = {} } = userKinds(project.files)[kind] ?? {}
    return screen ? linkExample(screen, screens, { kind, fields }, replies) : null
  },
  answer: (asked, choice, recorded) =>
    answerIn(asked, choice, { checked: project.checked, files: project.files, recorded }),
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
