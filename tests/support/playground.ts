import { ruleSet } from '../../codegen/compiler/rules/index.ts'
import { language } from '../../codegen/product.ts'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileFormValidators } from '../../codegen/forms/validators.ts'
import { formWidgets } from '../../codegen/compiler/forms/formWidgets.ts'
import { readContract } from '../../codegen/compiler/contract/readContract.ts'
import { parseSource } from '../../codegen/compiler/source/source.ts'
import { jsonFiles } from '../../codegen/generate/lib/files.ts'
import { canonicalJson } from '../../src/engine/language/values/canonicalJson.ts'
import type { FormDef, Json } from '../../src/engine/language/expressions/program.ts'
import { messageOf } from '../../codegen/compiler/source/findings/messages.ts'

const root = join(import.meta.dirname, '../..')
const folder = join(root, 'tests/cases/rjsf')
export const TABLE = join(folder, 'README.md')

/** User actions, each control by its accessible name; `nth` where several have it, `within` a group of that name. Names of buttons are keys of locales/. */
export type Step = { nth?: number; within?: string; args?: Record<string, string> } & (
  | { field: string; type: string }
  /** From a list that opens, or a group of radio buttons or boxes. */
  | { field: string; choose: string }
  | { field: string; attach: { name: string; type: string; text: string }[] }
  | { check: string }
  | { press: string }
  | { key: string }
  /** Assertions between the steps. */
  | { order: string[] }
  | { shows: string }
  | { hides: string }
  | { field: string; hasValue: string }
  | { field: string; state: 'disabled' | 'readonly' | 'focused' }
)

/** A displayed error: the label of its field, and the key and arguments of its text. */
export interface ShownError {
  field: string
  error: string
  args?: Record<string, string | number>
}

/** One sample: a form, the steps to fill it in, and the expected payload. */
export interface Sample {
  title: string
  schema: Record<string, Json>
  uiSchema?: Record<string, Json>
  rules?: Json[]
  /** Initial values from the screen. */
  initial?: Record<string, Json>
  fill?: Step[]
  sends?: Record<string, Json>
  /** Mistakes, each on a separate form: the errors after a submit. */
  wrong?: { steps: Step[]; errors: ShownError[] }[]
  /** The server's first answer. */
  answer?: { code: string; message: string; params?: Record<string, Json>; errors: ShownError[] }
  /** Differences from the playground of the library. */
  difference?: string
  /** Why the compiler refuses it, and a part of its message. */
  refused?: { why: string; says: string }
}

export interface CompiledSample {
  def: FormDef
  /** Text of the module with its validators. */
  module: string
}

export const samples: ReadonlyMap<string, Sample> = new Map(
  readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .toSorted()
    .map((file) => [file.slice(0, -'.json'.length), JSON.parse(readFileSync(join(folder, file), 'utf8')) as Sample]),
)

const widgets = formWidgets(jsonFiles(root, 'src/engine/widgets/Form/widgets', '.tsx'))

/** A sample as published in a catalogue, or the compiler's refusal. */
export function compileSample({ schema, uiSchema = {}, rules = [] }: Sample): CompiledSample | { refused: string[] } {
  const file = 'schemas/forms/sample.json'
  const form = { schema, uiSchema, rules }
  // A sample contains its texts: each is its own key.
  const words = Object.fromEntries(stringsIn(form).map((text) => [text, text]))
  const sources = [
    [file, form],
    ['locales/en.json', words],
  ] as const
  const { contract, diagnostics } = readContract(
    new Map(sources.map(([name, value]) => [name, parseSource(name, JSON.stringify(value))])),
    widgets,
    language,
    ruleSet,
  )
  const refused = diagnostics
    .filter((diagnostic) => diagnostic.file === file && diagnostic.severity === 'error')
    .map((finding) => `${finding.path}: ${messageOf(finding)}`)
  if (refused.length > 0) return { refused }
  const def = contract.forms.get('sample')?.def
  if (!def) throw new Error('The compiler has made no form of the sample.')
  // In a published form the names are in this order.
  const published = JSON.parse(canonicalJson(def)) as FormDef
  try {
    return { def: published, module: compileFormValidators(published.schema) }
  } catch (error) {
    return { refused: [error instanceof Error ? error.message : String(error)] }
  }
}

const stringsIn = (value: Json | undefined): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(stringsIn)
      : []

const outcome = ({ refused, difference }: Sample): string =>
  refused ? `refused: ${refused.why}` : difference === undefined ? 'works' : `works with a difference: ${difference}`

/** The table of the samples, made from their files and the compiler's results. */
export function table(): string {
  const rows = [...samples].map(([name, sample]) => `| [${sample.title}](${name}.json) | ${outcome(sample)} |`)
  return [
    '# Samples of react-jsonschema-form',
    '',
    'The topics of the library’s playground as forms of this project. `tests/cases/rjsf.test.ts` compiles each as a catalogue is compiled, and',
    'asserts that what is refused is refused; `tests/e2e/forms/rjsf.spec.ts` draws the others with the theme in Chromium at 390 × 844, fills them in,',
    'sends them, and compares what is sent and what errors are shown. This table is written by `WRITE=1 npx vitest run tests/cases/rjsf.test.ts`,',
    'which otherwise asserts that it is up to date.',
    '',
    '| sample | in this project |',
    '| --- | --- |',
    ...rows,
    '',
  ].join('\n')
}
