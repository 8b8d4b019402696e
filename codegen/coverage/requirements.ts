import type { Json } from './project.ts'

/** Promises of the product, as data: tests/conformance/product/promises.json. */
export interface Requirements {
  /** `nav`: the bar is the screen's own; elsewhere it is the app's. */
  routes: { promise: string; route: string; tab?: true; nav?: 'custom' }[]
  calls: { call: string; method: 'GET' | 'POST'; unused?: string }[]
  /** The schema of each field: `entities/user#account`, `api/user/register#password`, `entities/*#side`. */
  entities: { promise: string; fields: Record<string, string> }[]
  statuses: { promise: string; list: string; names: string[] }[]
  /** Evidence is `file#word` or `folder#word`. */
  rules: Evidence[]
  accessRules: Evidence[]
  errors: { promise: string; codes: string[] }[]
  successes: { promise: string; code: string }[]
  /** `test`: evidence of the behaviour. `carrier`: the contract that says the same, where no code reads it. */
  constants: { promise: string; name: string; value: unknown; test: string; carrier?: string }[]
}

export interface Evidence {
  promise: string
  code: string
  test: string
  schema?: string
  screen?: string
}

/** One promise with its evidence and its missing evidence; null: no separate one was found. */
export interface Row {
  kind: keyof Requirements
  promise: string
  screen: string | null
  schema: string | null
  code: string | null
  test: string | null
  missing: string[]
}

/** A test over every entry of a registry: it proves each promise of a kind that has no separate test. */
export interface RegistrySuite {
  file: string
  /** Code of the file that goes over the registry; without it the suite is no evidence. */
  contains: string
  /** Check of each entry, as text after "each". */
  proves: string
}

export const REQUIREMENTS = 'tests/conformance/product/promises.json'
/** Casts the content of the promises file to its type, without validation. */
export const asRequirements = (json: Json): Requirements => json as unknown as Requirements
