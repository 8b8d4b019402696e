import { StartError } from './startError.ts'

/** An error in the operator's file, worded for its author. */
export class ConfigError extends StartError {
  override name = 'ConfigError'
}

interface Fault {
  instancePath: string
  keyword: string
  params: Readonly<Record<string, unknown>>
}

/** Error for the first fault of a validated part of the file, with its path. */
export function configFault(
  file: string,
  part: string,
  schema: string,
  faults: readonly Fault[] | null | undefined,
): ConfigError {
  const [fault] = faults ?? []
  return new ConfigError(
    `${file}: ${part}${fault?.instancePath ?? ''} ${fault ? describe(fault) : 'is wrong'} (${schema})`,
  )
}

function describe({ keyword, params }: Fault): string {
  switch (keyword) {
    case 'additionalProperties':
      return `has no "${String(params.additionalProperty)}"`
    case 'required':
      return `needs "${String(params.missingProperty)}"`
    case 'enum':
      return `may be ${(params.allowedValues as unknown[]).map((value) => JSON.stringify(value)).join(', ')}`
    case 'type':
      return `must be of type ${([params.type].flat() as string[]).join(' or ')}`
    case 'format':
      return `is not of the format "${String(params.format)}"`
    case 'minimum':
    case 'maximum':
      return `must be ${String(params.comparison)} ${String(params.limit)}`
    default:
      return `does not keep to "${keyword}"${typeof params.limit === 'number' ? ` ${params.limit}` : ''}`
  }
}
