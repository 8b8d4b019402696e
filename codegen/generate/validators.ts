import { readCalls, readEntities, readLive, type CallFile, type LiveFile, type NamedSchema } from './lib/contract.ts'
import { HEADER, jsonFiles, literal, readJson, SchemaError, type Files } from './lib/files.ts'
import { checkDialect, type Schema } from './lib/schema.ts'
import { ValidatorModule } from './lib/standalone.ts'

const FOLDER = 'src/generated/validators'
const OPERATOR_FILES = ['operator', 'operatorServer'] as const
/** The calls that the app's own code makes. */
const SHELL_FILE = 'src/app/shell.json'

interface Contract {
  root: string
  entities: readonly NamedSchema[]
  calls: readonly CallFile[]
  live: readonly LiveFile[]
}

/**
 * Validators compiled ahead by ajv. The server has one module: what it receives and answers is closed. The browser has one for each
 * of its readers, small enough to travel with that reader: what it receives may have properties of a later contract.
 */
export default function generate(root: string): Files {
  const contract: Contract = { root, entities: readEntities(root), calls: readCalls(root), live: readLive(root) }
  return new Map([...serverModule(contract), ...repliesModule(contract), ...liveModule(contract), ...operatorModule(contract), ...catalogueModule(contract)])
}

function serverModule({ root, entities, calls, live }: Contract): Files {
  const module = new ValidatorModule(entities, 'closed', 'whole')
  const maps: Record<string, Record<string, string>> = { payload: {}, data: {}, live: {}, configuration: {} }
  const add = (map: string, key: string, schema: Schema, file: string) => {
    const name = `${map}_${key.replace(/\W/g, '_')}`
    module.add(name, schema, file)
    const names = maps[map]
    if (names) names[key] = name
  }
  for (const call of calls) {
    add('payload', call.call, call.payload, call.file)
    add('data', call.call, call.data, call.file)
  }
  for (const message of live) {
    add('live', message.event, message.payload, message.file)
    if (message.ack) add('live', `${message.event}/ack`, message.ack, message.file)
  }
  for (const name of OPERATOR_FILES) {
    const { file, schema } = schemaFile(root, `schemas/${name}.json`)
    add('configuration', name, schema, file)
  }
  const mapText = Object.entries(maps).map(([map, names]) => `export const ${map} = ${objectText(names)};\n`)
  return new Map([
    [`${FOLDER}/index.js`, `${module.code()}\n${mapText.join('')}`],
    [
      `${FOLDER}/index.d.ts`,
      `${HEADER}import type { Calls } from '../calls.ts'
import type { Operator, OperatorServer } from '../operator.ts'
import type { Validate } from './validate.ts'

export const payload: { readonly [C in keyof Calls]: Validate<Calls[C]['payload']> }
export const data: { readonly [C in keyof Calls]: Validate<Calls[C]['data']> }
/** Live messages by event, and their acknowledgements as "<event>/ack". */
export const live: Readonly<Record<${Object.keys(maps.live ?? {}).map(literal).join(' | ')}, Validate<unknown>>>
export const configuration: { readonly operator: Validate<Operator>; readonly operatorServer: Validate<OperatorServer> }
`,
    ],
    [
      `${FOLDER}/validate.ts`,
      `${HEADER}
export interface ErrorPath {
  /** JSON Pointer of the value that failed. */
  instancePath: string
  keyword: string
}

export interface ValidationError extends ErrorPath {
  params: Record<string, unknown>
}

export interface Validate<T, E = ValidationError> {
  (value: unknown): value is T
  /** The first error of the last validation; null when it succeeded. */
  errors?: E[] | null
}
`,
    ],
  ])
}

/** Replies to the calls that the app's own code makes. */
function repliesModule({ root, entities, calls }: Contract): Files {
  const module = new ValidatorModule(entities, 'open', 'path')
  const { calls: own } = readJson(root, SHELL_FILE) as { calls: string[] }
  const names: Record<string, string> = {}
  for (const id of own) {
    const call = calls.find((one) => one.call === id)
    if (!call) throw new SchemaError(SHELL_FILE, 'calls', `there is no call "${id}"`)
    names[id] = `data_${id.replace(/\W/g, '_')}`
    module.add(names[id], call.data, call.file)
  }
  return new Map([
    [`${FOLDER}/replies.js`, `${module.code()}\nexport const replies = ${objectText(names)};\n`],
    [
      `${FOLDER}/replies.d.ts`,
      `${HEADER}import type { Calls } from '../calls.ts'
import type { ErrorPath, Validate } from './validate.ts'

/** The data of the replies to the calls that the app's own code makes. */
export const replies: { readonly [C in ${own.map(literal).join(' | ')}]: Validate<Calls[C]['data'], ErrorPath> }
`,
    ],
  ])
}

/** Messages that the server sends. */
function liveModule({ entities, live }: Contract): Files {
  const module = new ValidatorModule(entities, 'open', 'path')
  const received = live.filter(({ from }) => from === 'server')
  for (const { event, payload, file } of received) module.add(event, payload, file)
  return new Map([
    [`${FOLDER}/live.js`, module.code()],
    [
      `${FOLDER}/live.d.ts`,
      `${HEADER}import type { ServerEvents } from '../live.ts'\nimport type { ErrorPath, Validate } from './validate.ts'\n\n${received.map(({ event }) => `export const ${event}: Validate<ServerEvents['${event}']['payload'], ErrorPath>\n`).join('')}`,
    ],
  ])
}

function operatorModule({ root, entities }: Contract): Files {
  const module = new ValidatorModule(entities, 'open', 'path')
  const { file, schema } = schemaFile(root, 'schemas/operator.json')
  module.add('operator', schema, file)
  return new Map([
    [`${FOLDER}/operator.js`, module.code()],
    [`${FOLDER}/operator.d.ts`, `${HEADER}import type { Operator } from '../operator.ts'\nimport type { ErrorPath, Validate } from './validate.ts'\n\nexport const operator: Validate<Operator, ErrorPath>\n`],
  ])
}

/** Files of the catalogue, as far as the client relies on them before it reads them. */
function catalogueModule({ root, entities }: Contract): Files {
  const module = new ValidatorModule(entities, 'open', 'none')
  const files = jsonFiles(root, 'schemas/catalogue')
  const names = files.map((path) => {
    const name = path.slice('schemas/catalogue/'.length, -'.json'.length)
    const { file, schema } = schemaFile(root, path)
    module.add(name, schema, file)
    return name
  })
  return new Map([
    [`${FOLDER}/catalogue.js`, module.code()],
    [`${FOLDER}/catalogue.d.ts`, `${HEADER}\n${names.map((name) => `export const ${name}: (value: unknown) => boolean\n`).join('')}`],
  ])
}

function schemaFile(root: string, file: string): { file: string; schema: Schema } {
  const schema = readJson(root, file)
  checkDialect(schema, file)
  return { file, schema }
}

const objectText = (names: Readonly<Record<string, string>>): string => `{\n${Object.entries(names).map(([key, name]) => `  '${key}': ${name},\n`).join('')}}`
