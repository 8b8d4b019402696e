import { screenSchema } from '../../../codegen/generate/lib/screenSchema.ts'
import { changedInEnglishOnly, describeChange } from '../../../codegen/compile/compat/describe.ts'
import { snapshotOfProject } from '../../../codegen/compile/compat/snapshot.ts'
import { buildCatalogue } from '../../../codegen/compile/catalogue.ts'
import { Compiler, type Checked } from '../../../codegen/compile/project.ts'
import { renameSymbol, SymbolIndex } from '../../../codegen/compile/symbols.ts'
import type { Screen } from '../../core/program.ts'
import { canonicalJson } from '../../core/canonicalJson.ts'
import { replyShape } from '../../../codegen/compile/schema.ts'
import { varied } from './varied.ts'
import { entriesOf } from './entries.ts'
import { markNodes } from './markNodes.ts'
import {
  FORM_ROUTE,
  type Methods,
  type PreviewContent,
  type Reply,
  type Request,
  type SampledForm,
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

/** Files have changed since the last check of all of them. */
let isStale = true

function apply(changes: Readonly<Record<string, string | null>>): void {
  for (const [path, text] of Object.entries(changes)) {
    if (text === null) files.delete(path)
    else files.set(path, text)
  }
  isStale = true
}

function check(): Checked {
  checked = compiler.check(files)
  isStale = false
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
  if (isStale || !index) index = new SymbolIndex(compiler, check(), files)
  return index
}

/** A screen with nothing but a form, filled with sample data. */
function formScreen({ id, values }: SampledForm): Screen | undefined {
  const document = {
    id: 'studio/form',
    route: FORM_ROUTE,
    title: 'data.save',
    body: [
      {
        widget: 'Scroll',
        props: { padding: 'md', label: 'data.save' },
        children: [
          {
            widget: 'Form',
            props: { form: id, submitLabel: 'data.save', initial: values },
            on: { submit: [{ action: 'toast', text: 'data.save' }] },
          },
        ],
      },
    ],
  }
  return compiler.checkScreen('screens/studio/form.json', JSON.stringify(document)).screen
}

function preview(marked: readonly string[], form?: SampledForm): PreviewContent {
  publishedChecked ??= published.check(publishedFiles)
  const before = buildCatalogue(publishedChecked, { omitInvalid: true })
  const after = buildCatalogue(current(), { omitInvalid: true })
  const content: PreviewContent = { routes: {}, locales: {} }
  const screens = new Map(current().screens.map((one) => [one.route, one]))
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
  const alone = form && formScreen(form)
  if (alone) content.routes[FORM_ROUTE] = alone
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
    return snapshot()
  },
  update(changes, first) {
    apply(changes)
    const text = files.get(first)
    if (text === undefined || !/^screens\/(?!shell\.json|parts\/)/.test(first)) return []
    return compiler.checkScreen(first, text).diagnostics
  },
  check: snapshot,
  schema: () => screenSchema(current()),
  preview,
  form: (id) => current().contract.forms.get(id)?.def ?? null,
  describe() {
    publishedChecked ??= published.check(publishedFiles)
    const before = snapshotOfProject(publishedChecked)
    const after = snapshotOfProject(isStale ? check() : current())
    return { changes: describeChange(before, after), outdated: changedInEnglishOnly(before, after) }
  },
  symbolAt(file, offset) {
    const found = names().at(file, offset)
    return found
      ? { kind: found.kind, name: found.name, ...(found.owner !== undefined && { owner: found.owner }) }
      : null
  },
  uses: (symbol) =>
    names()
      .uses(symbol)
      .map((use) => ({ ...use, ...lineOf(files.get(use.file) ?? '', use.start) })),
  rename(symbol, to) {
    const result = renameSymbol(compiler, files, symbol, to)
    isStale = true
    return result
  },
  reply(id, variant, recorded) {
    const call = current().contract.calls.get(id)
    return call ? varied(recorded, replyShape(call.data), variant) : null
  },
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
