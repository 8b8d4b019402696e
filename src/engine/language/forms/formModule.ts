import { formats } from './schemaFormats.ts'
import type { SchemaError } from './rules.ts'

/** A precompiled validator: when it returns false, `errors` contains the errors. */
export interface CompiledValidator {
  (value: unknown): boolean
  errors?: readonly SchemaError[] | null
}

/** The validators of one form: of the root schema, and by schema hash, one for each condition and alternative. */
export interface FormValidators {
  main: CompiledValidator
  functions: Readonly<Record<string, CompiledValidator>>
}

/** The module of a form's validators, as codegen/forms/validators.ts writes it: it reads only its arguments. */
export interface FormModule {
  /** Names of the formats that its validators call. */
  formats: readonly string[]
  /** Hash of the root schema. */
  main: string
  default: (
    require: (name: string) => { default: unknown },
    formats: Readonly<Record<string, (text: string) => boolean>>,
  ) => Readonly<Record<string, CompiledValidator>>
}

/** The validators of a module. Throws when this build lacks a format they need. */
export function linkValidators(module: FormModule): FormValidators {
  const unknown = module.formats.find((name) => !Object.hasOwn(formats, name))
  if (unknown !== undefined) throw new Error(`This build has no format ${unknown}.`)
  const functions = module.default(requireHelper, formats)
  const main = Object.hasOwn(functions, module.main) ? functions[module.main] : undefined
  if (!main) throw new Error('The module has no validator of its whole schema.')
  return { main, functions }
}

/** Returns whether a loaded module has the exports of a form's validators, without calling them. */
export function isFormModule(value: unknown): value is FormModule {
  if (typeof value !== 'object' || value === null) return false
  const { formats: names, main, default: make } = value as Partial<Record<keyof FormModule, unknown>>
  return (
    Array.isArray(names) &&
    names.every((name) => typeof name === 'string') &&
    typeof main === 'string' &&
    typeof make === 'function'
  )
}

/** The functions called by ajv's draft-07 code. Ajv's own files are CommonJS, which bundlers and Node import differently. */
const HELPERS: Readonly<Record<string, { default: unknown }>> = {
  'ajv/dist/runtime/ucs2length': { default: lengthOf },
  'ajv/dist/runtime/equal': { default: equal },
}

function requireHelper(name: string): { default: unknown } {
  const helper = Object.hasOwn(HELPERS, name) ? HELPERS[name] : undefined
  if (!helper) throw new Error(`This build has no helper ${name}.`)
  return helper
}

/** Length of a text in code points. */
function lengthOf(text: string): number {
  let length = 0
  for (const _ of text) length += 1
  return length
}

/** Whether two JSON values are equal, in any order of their properties. */
function equal(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null)
    return Number.isNaN(a) && Number.isNaN(b)
  if (Array.isArray(a) || Array.isArray(b))
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, i) => equal(item, b[i]))
  const names = Object.keys(a)
  return (
    names.length === Object.keys(b).length &&
    names.every(
      (name) =>
        Object.hasOwn(b, name) && equal((a as Record<string, unknown>)[name], (b as Record<string, unknown>)[name]),
    )
  )
}
