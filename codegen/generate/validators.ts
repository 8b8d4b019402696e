import { posix } from 'node:path'
import { readCalls, readEntities, readLive, type CallFile, type LiveFile, type NamedSchema } from './lib/contract.ts'
import { HEADER, jsonFiles, literal, readJson, SchemaError, type Files } from './lib/files.ts'
import { checkDialect, type Schema } from './lib/schema.ts'
import { ValidatorModule } from './lib/standalone.ts'

const FOLDER = 'src/generated/validators'
const OPERATOR_FILES = ['schemas/operator.json', 'schemas/operatorServer.json']
/** The calls that the app's own code makes. */
const SHELL_FILE = 'src/app/shell.json'

/** The schemas that are compiled. All of them have passed `checkDialect` before ajv is given the first. */
interface Contract {
  entities: readonly NamedSchema[]
  calls: readonly CallFile[]
  live: readonly LiveFile[]
  operator: readonly NamedSchema[]
  catalogue: readonly NamedSchema[]
  /** Calls that the app's own code makes. */
  own: readonly CallFile[]
}

/**
 * Validators compiled ahead by ajv. The server has one module: what it receives and answers is closed. The browser has one for each
 * importing module, small enough to ship with it: what it receives may have properties of a later contract.
 */
export default function generate(root: string): Files {
  const calls = readCalls(root)
  const contract: Contract = {
    entities: readEntities(root),
    calls,
    live: readLive(root),
    operator: OPERATOR_FILES.map((file) => schemaFile(root, file)),
    catalogue: jsonFiles(root, 'schemas/catalogue').map((file) => schemaFile(root, file)),
    own: ownCalls(root, calls),
  }
  return new Map([
    ...serverModule(contract),
    ...repliesModule(contract),
    ...liveModule(contract),
    ...operatorModule(contract),
    ...catalogueModule(contract),
  ])
}

function serverModule({ entities, calls, live, operator }: Contract): Files {
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
  for (const { name, file, schema } of operator) add('configuration', name, schema, file)
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
export const live: Readonly<Record<${Object.keys(maps.live ?? {})
        .map(literal)
        .join(' | ')}, Validate<unknown>>>
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
function repliesModule({ entities, own }: Contract): Files {
  const module = new ValidatorModule(entities, 'open', 'path')
  const names = Object.fromEntries(own.map(({ call }) => [call, `data_${call.replace(/\W/g, '_')}`]))
  for (const { call, data, file } of own) module.add(names[call] ?? '', data, file)
  return new Map([
    [`${FOLDER}/replies.js`, `${module.code()}\nexport const replies = ${objectText(names)};\n`],
    [
      `${FOLDER}/replies.d.ts`,
      `${HEADER}import type { Calls } from '../calls.ts'
import type { ErrorPath, Validate } from './validate.ts'

/** The data of the replies to the calls that the app's own code makes. */
export const replies: { readonly [C in ${own.map(({ call }) => literal(call)).join(' | ')}]: Validate<Calls[C]['data'], ErrorPath> }
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

function operatorModule({ entities, operator }: Contract): Files {
  const module = new ValidatorModule(entities, 'open', 'path')
  // The settings of the other file never leave the server.
  for (const { name, file, schema } of operator) if (name === 'operator') module.add(name, schema, file)
  return new Map([
    [`${FOLDER}/operator.js`, module.code()],
    [
      `${FOLDER}/operator.d.ts`,
      `${HEADER}import type { Operator } from '../operator.ts'\nimport type { ErrorPath, Validate } from './validate.ts'\n\nexport const operator: Validate<Operator, ErrorPath>\n`,
    ],
  ])
}

/** Files of the catalogue, as far as the client relies on them before it reads them. */
function catalogueModule({ entities, catalogue }: Contract): Files {
  const module = new ValidatorModule(entities, 'open', 'none')
  for (const { name, file, schema } of catalogue) module.add(name, schema, file)
  return new Map([
    [`${FOLDER}/catalogue.js`, module.code()],
    [
      `${FOLDER}/catalogue.d.ts`,
      `${HEADER}\n${catalogue.map(({ name }) => `export const ${name}: (value: unknown) => boolean\n`).join('')}`,
    ],
  ])
}

function schemaFile(root: string, file: string): NamedSchema {
  const schema = readJson(root, file)
  checkDialect(schema, file)
  return { file, name: posix.basename(file, '.json'), schema }
}

function ownCalls(root: string, calls: readonly CallFile[]): CallFile[] {
  const { calls: own } = readJson(root, SHELL_FILE) as { calls: string[] }
  return own.map((id) => calls.find(({ call }) => call === id) ?? unknownCall(id))
}

function unknownCall(id: string): never {
  throw new SchemaError(SHELL_FILE, 'calls', `there is no call "${id}"`)
}

const objectText = (names: Readonly<Record<string, string>>): string =>
  `{\n${Object.entries(names)
    .map(([key, name]) => `  '${key}': ${name},\n`)
    .join('')}}`
