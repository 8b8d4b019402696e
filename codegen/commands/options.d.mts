import type { ParseArgsConfig, parseArgs } from 'node:util'

type Options = NonNullable<ParseArgsConfig['options']>

export interface Arguments<O extends Options> {
  usage: string
  options?: O
  /** Whether the command takes words that are no options. */
  positionals?: boolean
  args?: readonly string[]
}
export declare function readArguments<const O extends Options = Options>(
  given: Arguments<O>,
): Pick<ReturnType<typeof parseArgs<{ options: O; allowPositionals: true }>>, 'values' | 'positionals'>
