import { cpSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadProject } from '../../../codegen/cli/load.ts'
import { root } from '../../../codegen/commands/setup.mjs'
import { buildCatalogue, type Catalogue } from '../../../codegen/compiler/catalogue.ts'
import { productCompiler } from '../../../codegen/product.ts'
import { compileFormValidators } from '../../../codegen/forms/validators.ts'
import { canonicalJson } from '../../../src/engine/language/values/canonicalJson.ts'
import { amountsOf, FIELDS, HINT, MAX_LENGTH, MIN_LENGTH, SECTIONS, type Row } from './facts.ts'

/** Routes of the measured screens, and of one that only leads to them. */
export const ROUTES: Readonly<Record<Row | 'empty', string>> = {
  empty: '/pages/bench/empty',
  form: '/pages/bench/form',
  list: '/pages/bench/list',
  tree: '/pages/bench/tree',
}

/** Labels of the buttons that lead to the screens. */
export const LABELS: Readonly<Record<Row, string>> = { form: 'To the form', list: 'To the list', tree: 'To the tree' }

const TEXTS: Readonly<Record<string, string>> = {
  'bench.title': 'Bench',
  ...Object.fromEntries(Object.entries(LABELS).map(([row, label]) => [`bench.to.${row}`, label])),
  'bench.hint': HINT,
  'bench.send': 'Send',
  'bench.differ': 'Must differ',
  'bench.free': 'Available',
  'bench.used': 'Used',
  'bench.balance': 'Balance of {{name}}',
  'bench.orders': 'Orders',
  'bench.history': 'History',
  'bench.open': 'Open',
  'bench.state': 'Low',
  'bench.badge': 'Live',
  'bench.deposit': 'Deposit',
  'bench.withdraw': 'Withdraw',
  ...Object.fromEntries(FIELDS.map(({ name, label }) => [`bench.${name}`, label])),
  ...Object.fromEntries(Array.from({ length: SECTIONS }, (_, i) => [`bench.account${i}`, `Account ${i}`])),
}

const FORM = {
  schema: {
    type: 'object',
    properties: Object.fromEntries(
      FIELDS.map(({ name }) => [
        name,
        { type: 'string', title: `bench.${name}`, minLength: MIN_LENGTH, maxLength: MAX_LENGTH },
      ]),
    ),
    required: FIELDS.flatMap(({ name, required }) => (required ? [name] : [])),
  },
  uiSchema: Object.fromEntries(FIELDS.map(({ name }) => [name, { 'ui:help': 'bench.hint', 'ui:autocomplete': 'off' }])),
  rules: [{ check: '=field1 != field2', field: 'field2', message: 'bench.differ' }],
}

type Document = Record<string, unknown>

const screen = (name: Row | 'empty', content: unknown[], more: Document = {}, gap = 'none'): Document => ({
  id: `bench/${name}`,
  route: ROUTES[name],
  title: 'bench.title',
  navigationBar: 'none',
  body: [
    {
      widget: 'Scroll',
      props: { padding: 'md', gap, label: 'bench.title' },
      children: content,
    },
  ],
  ...more,
})

const list = [
  {
    widget: 'Stack',
    props: { gap: 'none' },
    waitFor: 'market',
    children: [{ part: 'market/quoteRow', props: { row: '=row' }, each: 'row in market.rows', key: '=row.symbol' }],
  },
]

function section(_: unknown, i: number): Document {
  const { balance, free, used } = amountsOf(i)
  const choose = [{ action: 'set', name: 'open', value: i }]
  const amount = (label: string, value: string): Document => ({
    widget: 'Stack',
    props: { gap: 'xs' },
    children: [
      { widget: 'Text', props: { text: label } },
      { widget: 'Money', props: { value } },
    ],
  })
  return {
    widget: 'Card',
    props: { gap: 'md' },
    children: [
      {
        widget: 'Row',
        props: { justify: 'between' },
        children: [
          { widget: 'Text', props: { variant: 'heading', text: `bench.account${i}` } },
          ...(i === 0 ? [] : [{ widget: 'Badge', props: { text: 'bench.badge', tone: 'up' } }]),
        ],
      },
      {
        widget: 'Text',
        props: { tone: 'muted', text: { text: 'bench.balance', args: { name: `=text('bench.account${i}')` } } },
      },
      { widget: 'Money', props: { value: balance, currency: 'USDT', hidden: '=preferences.hideAmounts' } },
      { widget: 'Row', children: [amount('bench.free', free), amount('bench.used', used)] },
      { widget: 'ListCell', props: { title: 'bench.orders', value: `=number(${i})` }, on: { press: choose } },
      { widget: 'ListCell', props: { title: 'bench.history' } },
      { widget: 'Text', props: { text: 'bench.open' }, visible: `=state.open == ${i}` },
      { widget: 'Text', props: { text: 'bench.state' } },
      {
        widget: 'Row',
        children: [
          { widget: 'Button', props: { label: 'bench.deposit', about: `bench.account${i}` }, on: { press: choose } },
          {
            widget: 'Button',
            props: { label: 'bench.withdraw', about: `bench.account${i}`, variant: 'secondary' },
            on: { press: choose },
          },
        ],
      },
    ],
  }
}

const SCREENS: readonly Document[] = [
  screen('empty', [
    { widget: 'Text', props: { text: 'bench.title' } },
    ...(['form', 'list', 'tree'] as const).map((row) => ({
      widget: 'Button',
      props: { label: `bench.to.${row}` },
      on: { press: [{ action: 'navigate', to: ROUTES[row] }] },
    })),
  ]),
  screen('form', [
    {
      widget: 'Form',
      props: { form: 'bench', submitLabel: 'bench.send' },
      on: { submit: [{ action: 'toast', text: 'bench.send' }] },
    },
  ]),
  screen('list', list, { queries: { market: { call: 'currency/quotation_new' } } }),
  screen('tree', Array.from({ length: SECTIONS }, section), { state: { open: 3 } }, 'md'),
]

/** Rules about the place of a screen in the app: nothing leads to these. */
const ABOUT_PLACE = new Set(['unreachable-screen', 'dead-end', 'unused-form'])

/** The catalogue of the project with the measured screens. Throws when one of them has errors. `counted`: the validators of forms count their calls in `validations`. */
export function compileScreens(counted: boolean): Catalogue {
  const files = new Map(loadProject(root))
  for (const document of SCREENS) files.set(`screens/${String(document.id)}.json`, JSON.stringify(document))
  files.set('schemas/forms/bench.json', JSON.stringify(FORM))
  for (const [file, text] of files)
    if (/^locales\/[\w-]+\.json$/.test(file))
      files.set(file, JSON.stringify({ ...(JSON.parse(text) as object), ...TEXTS }))
  const checked = productCompiler().check(files)
  const errors = checked.diagnostics.filter(
    ({ severity, rule, file }) => severity === 'error' && !ABOUT_PLACE.has(rule) && !file.startsWith('locales/'),
  )
  if (errors.length > 0)
    throw new Error([...new Set(errors.map(({ file, message }) => `${file}: ${message}`))].join('\n'))
  return buildCatalogue(
    { ...checked, diagnostics: [] },
    {
      compileForm: (schema) => (counted ? countCalls(compileFormValidators(schema)) : compileFormValidators(schema)),
    },
  )
}

/** The module of a form whose validators count their calls. */
const countCalls = (module: string): string =>
  `${module.replace('export default', 'const create =')}
export default (...ports) =>
  Object.fromEntries(
    Object.entries(create(...ports)).map(([name, validate]) => {
      const counted = (value) => {
        globalThis.validations = (globalThis.validations ?? 0) + 1
        const valid = validate(value)
        counted.errors = validate.errors
        return valid
      }
      return [name, counted]
    }),
  )
`

/** A copy of the built app whose catalogue has the measured screens; the caller removes it. */
export function distWithScreens(counted: boolean): string {
  const dist = mkdtempSync(join(tmpdir(), 'placard-bench-dist-'))
  cpSync(join(root, 'dist'), dist, { recursive: true })
  const { manifest, files, modules } = compileScreens(counted)
  const { revision } = manifest
  const write = (name: string, text: string) => writeFileSync(join(dist, 'catalogue', name), text)
  write('manifest.json', JSON.stringify(manifest))
  write(`${revision}.json`, canonicalJson({ ...manifest, revision: undefined }))
  write('live.json', JSON.stringify({ seq: 0, revision, urgent: 0, recent: [revision] }))
  for (const [hash, text] of files) write(`${hash}.json`, text)
  for (const [hash, text] of modules) write(`${hash}.js`, text)
  return dist
}
