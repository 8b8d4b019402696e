import type { Json } from '../expressions/program.ts'

/** Whether a value is a JSON object: no list and not null. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The same for a value known to be JSON. */
export const isJsonObject = (value: Json | undefined): value is { [name: string]: Json } => isObject(value)
