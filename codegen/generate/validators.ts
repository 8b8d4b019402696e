import { posix } from 'node:path'
import { SERVICES } from '../../src/engine/language/services.ts'
import { SERVICES_FILE } from '../compiler/source/folders.ts'
import { readCalls, readEntities, readLive, type CallFile, type LiveFile, type NamedSchema } from './lib/contract.ts'
import { HEADER, jsonFiles, literal, readJson, SchemaError, type Files } from './lib/files.ts'
import { checkDialect, type Schema } from './lib/schema.ts'
import { ValidatorModule } from './lib/standalone.ts'

const FOLDER = 'src/generated/validators'
const OPERATOR_FILES = ['schemas/operator.json', 'schemas/operatorServer.json']

/** The schemas that are compiled. All of them have passed `checkDialect` before ajv receives the first. */
interface Contract {
  entities: readonly NamedSchema[]
  calls: readonly CallFile[]
  live: readonly LiveFile[]
  operator: readonly NamedSchema[]
  catalogue: readonly NamedSchema[]
  services: readonly Service[]
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
    services: readServices(root, calls),
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
export const live: Readonly<Record<${
        Object.keys(maps.live ?? {})
          .map(literal)
          .join(' | ') || 'never'
      }, Validate<unknown>>>
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

/** Replies of the services, which the app's own code reads. */
function repliesModule({ entities, services }: Contract): Files {
  const module = new ValidatorModule(entities, 'open', 'path')
  for (const { name, call } of services) module.add(name, call.data, call.file)
  const names = Object.fromEntries(services.map(({ name }) => [name, name]))
  return new Map([
    [
      'src/generated/services.ts',
      `${HEADER}import type { ServiceName } from '../engine/language/services.ts'\n\n/** The call of each service. */\nexport const services: Readonly<Partial<Record<ServiceName, string>>> = ${objectText(Object.fromEntries(services.map(({ name, call }) => [name, literal(call.call)])))}\n`,
    ],
    [`${FOLDER}/replies.js`, `${module.code()}\nexport const replies = ${objectText(names)};\n`],
    [
      `${FOLDER}/replies.d.ts`,
      `${HEADER}import type { ServiceName } from '../../engine/language/services.ts'
import type { ErrorPath, Validate } from './validate.ts'

/** The data of the replies of each service. */
export const replies: { readonly [S in ServiceName]?: Validate<unknown, ErrorPath> }
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

interface Service {
  name: string
  call: CallFile
}

const readServices = (root: string, calls: readonly CallFile[]): Service[] =>
  Object.entries(readJson(root, SERVICES_FILE) as Record<string, string>).map(([name, id]) => {
    if (!Object.hasOwn(SERVICES, name)) throw new SchemaError(SERVICES_FILE, name, 'is no service')
    const call = calls.find((callFile) => callFile.call === id)
    if (!call) throw new SchemaError(SERVICES_FILE, name, `there is no call "${id}"`)
    return { name, call }
  })

const objectText = (names: Readonly<Record<string, string>>): string =>
  `{\n${Object.entries(names)
    .map(([key, name]) => `  '${key}': ${name},\n`)
    .join('')}}`
