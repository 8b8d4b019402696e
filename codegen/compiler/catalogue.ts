import type { Manifest, Screen, Shape } from '../../src/engine/language/expressions/program.ts'
import { SOURCE_LANGUAGE } from './locales/localeFiles.ts'
import type { Checked } from './project.ts'
import { canonicalJson, sha256 } from '../../src/engine/language/values/sha256.ts'

export interface Catalogue {
  manifest: Manifest
  /** Content hash to the file's text: each is served at <base>/<hash>.json. */
  files: ReadonlyMap<string, string>
  /** All 64 digits of the SHA-256 to the text of a module with the validators of a form: each is served at <base>/<hash>.js. */
  modules: ReadonlyMap<string, string>
}

/** Hexadecimal digits of a content hash: 128 bits. The integrity of a module needs all 256. */
const DIGITS = 32

export interface BuildOptions {
  /** For development only: drops screens with errors, also in their parts, and shows untranslated texts in the source language. */
  omitInvalid?: boolean
  /** Compiles the validators of a form, in Node: codegen/forms/validators.ts. Without it the forms have none: a browser builds the rest of the catalogue. */
  compileForm?: (schema: Shape) => string
}

/**
 * The content-addressed files of a checked project. Throws if the project has errors: only a checked project is published.
 */
export function buildCatalogue(checked: Checked, { omitInvalid = false, compileForm }: BuildOptions = {}): Catalogue {
  const errors = checked.diagnostics.filter((diagnostic) => diagnostic.severity === 'error')
  const [firstError] = errors
  if (firstError && !omitInvalid)
    throw new Error(`${firstError.file}:${firstError.line}:${firstError.column} ${firstError.message}`)
  if (!checked.shell) throw new Error('screens/shell.json is missing.')
  const filesWithErrors = new Set(errors.map((error) => error.file))
  const files = new Map<string, string>()
  const modules = new Map<string, string>()
  const add = (value: unknown): string => {
    const text = canonicalJson(value)
    const hash = sha256(text).slice(0, DIGITS)
    files.set(hash, text)
    return hash
  }
  const routes: Manifest['routes'] = {}
  for (const { screen: compiled, file, used } of checked.screens) {
    if (
      !compiled ||
      filesWithErrors.has(file) ||
      [...used.parts].some((part) => filesWithErrors.has(`screens/parts/${part}.json`))
    )
      continue
    const screen = compileForm
      ? { ...compiled, forms: withValidators(compiled.forms, file, compileForm, modules) }
      : compiled
    const validators = [...new Set(Object.values(screen.forms).flatMap(({ validator }) => validator ?? []))].toSorted()
    routes[screen.route] = {
      id: screen.id,
      hash: add(screen),
      access: screen.access,
      navigationBar: screen.navigationBar,
      requires: screen.requires,
      ...(validators.length > 0 && { validators }),
    }
  }
  const untranslated = omitInvalid ? checked.locales.get(SOURCE_LANGUAGE) : undefined
  const locales = Object.fromEntries(
    [...checked.locales].map(([language, texts]) => [language, add({ ...untranslated, ...texts })]),
  )
  const body: Omit<Manifest, 'revision'> = { routes, locales, shell: checked.shell, calls: checked.shellCalls }
  return { manifest: { revision: sha256(canonicalJson(body)).slice(0, DIGITS), ...body }, files, modules }
}

/** The forms of a screen, each with the hash of the module of its validators, which goes into `modules`. */
function withValidators(
  forms: Screen['forms'],
  file: string,
  compileForm: (schema: Shape) => string,
  modules: Map<string, string>,
): Screen['forms'] {
  return Object.fromEntries(
    Object.entries(forms).map(([name, form]) => {
      let text: string
      try {
        text = compileForm(form.schema)
      } catch (error) {
        throw new Error(
          `${file}: the form ${name} cannot be compiled. ${error instanceof Error ? error.message : String(error)}`,
          { cause: error },
        )
      }
      const validator = sha256(text)
      modules.set(validator, text)
      return [name, { ...form, validator }]
    }),
  )
}
