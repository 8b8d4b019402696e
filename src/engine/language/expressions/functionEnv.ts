import type { MoneyOptions } from '../values/formatter.ts'

/** The environment of functions. Formatters and texts use the user's language. Times are Unix seconds. */
export interface FunctionEnv {
  text(key: string, args?: Record<string, unknown>): string
  /** The live value of a key, null until there is one. Reading it subscribes the caller. */
  live(key: string): unknown
  format: {
    money(value: string, currency?: string, options?: MoneyOptions): string
    price(value: string, precision?: number): string
    percent(value: string, options?: { signed?: boolean; rate?: boolean }): string
    quantity(value: string, options?: { unit?: string }): string
    number(value: number | string): string
    compact(value: string): string
    dateTime(unix: number): string
    date(unix: number): string
    time(unix: number): string
    ago(unix: number): string
    /** The first and the last second of a day (YYYY-MM-DD) in the user’s time zone. */
    startOfDay(day: string): number
    endOfDay(day: string): number
    /** The language's own name of an ISO country, or of a language. */
    country(code: string): string
    language(code: string): string
  }
}

/** Implements a signature. The arguments have its types. */
export type FunctionImplementation = (args: readonly unknown[], env: FunctionEnv) => unknown

/** Imports the chunk of some functions. Rejects when it cannot be loaded. */
export type LoadFunctions = () => Promise<{
  readonly implementations: Readonly<Record<string, FunctionImplementation>>
}>
