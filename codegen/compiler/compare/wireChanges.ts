import { asRecord, stringsOf } from '../source/jsonAccess.ts'
import { SchemaResolver, type Schema } from '../contract/schema.ts'
import type { Json } from '../../../src/engine/language/expressions/program.ts'
import { messageText } from './changeText.ts'
import { schemaChanges, type SchemaChange } from './schemaChanges.ts'

/** Files of a contract by their paths: `schemas/api/…`, `schemas/entities/…`, `schemas/live/…`. */
export type ContractFiles = Readonly<Record<string, Json>>

/** A change of what clients and servers send, as a sentence about a call, an entity or a message. */
export interface WireChange {
  subject: string
  sentence: string
  /** A client of the contract before fails, even if it ignores fields and values that it does not know. */
  isBreaking: boolean
}

interface Side {
  files: ContractFiles
  resolver: SchemaResolver
}

const sideOf = (files: ContractFiles): Side => ({
  files,
  resolver: new SchemaResolver(
    (path) => files[path] ?? null,
    () => undefined,
  ),
})

const namesIn = ({ files }: Side, folder: string): string[] =>
  Object.keys(files)
    .filter((path) => path.startsWith(`${folder}/`))
    .map((path) => path.slice(folder.length + 1, -'.json'.length))

type Named = Map<string, SchemaChange[]>

/** Differences between the calls, entities and live messages of two contracts. */
export function wireChanges(before: ContractFiles, after: ContractFiles): WireChange[] {
  const sides = [sideOf(before), sideOf(after)] as const
  const entities: Named = new Map()
  const compared = [
    ...compareFiles(sides, 'schemas/api', 'call', (...call) => callChanges(...call, entities)),
    ...compareFiles(sides, 'schemas/live', 'message', (...message) => messageChanges(...message, entities)),
  ]
  const ofEntities = [...entities]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, changes]) =>
      changes.map((change): WireChange => ({
        subject: `entity ${name}`,
        sentence: `${change.path === '' ? 'It' : `Its field "${change.path}"`} ${messageText(change.description)}.`,
        isBreaking: change.breaks.tolerant,
      })),
    )
  return [...compared, ...ofEntities]
}

interface Definition {
  file: Record<string, Json>
  schema: (member: string) => Schema
}
type Detail = Omit<WireChange, 'subject'>

function compareFiles(
  sides: readonly [Side, Side],
  folder: string,
  kind: string,
  compare: (before: Definition, after: Definition) => Detail[],
): WireChange[] {
  const [before, after] = sides.map((side) => new Set(namesIn(side, folder)))
  return [...new Set([...(before ?? []), ...(after ?? [])])].toSorted().flatMap((name) => {
    const subject = `${kind} ${name}`
    if (!after?.has(name)) return [{ subject, sentence: 'It is gone.', isBreaking: true }]
    if (!before?.has(name)) return [{ subject, sentence: 'It is new.', isBreaking: false }]
    const [previous, current] = sides.map(({ files, resolver }): Definition => {
      const path = `${folder}/${name}.json`
      const file = asRecord(files[path])
      return { file, schema: (member) => resolver.resolve(asRecord(file[member]), path) }
    })
    return previous && current ? compare(previous, current).map((detail) => ({ subject, ...detail })) : []
  })
}

/** Without what only documents the meaning that values already had, such as a unit that is added. */
const changesOf = (...schemas: Parameters<typeof schemaChanges>): SchemaChange[] =>
  schemaChanges(...schemas).filter(({ breaks }) => breaks.consumers || breaks.producers)

/** Collects the changes of entities, each once, and returns those of the schema itself. */
function collect(before: Schema, after: Schema, entities: Named): SchemaChange[] {
  const meet = (name: string, schema: Schema, other: Schema): void => {
    if (entities.has(name)) return
    entities.set(name, [])
    entities.set(name, changesOf(schema, other, meet, true))
  }
  return changesOf(before, after, meet)
}

const sentenceOf = ({ path, description }: SchemaChange, of: string): string =>
  `${path === '' ? `Its ${of}` : `The field "${path}" of its ${of}`} ${messageText(description)}.`

const sent = (before: Schema, after: Schema): Detail[] =>
  changesOf(before, after).map((change) => ({
    sentence: sentenceOf(change, 'payload'),
    isBreaking: change.breaks.producers,
  }))

const received = (before: Schema, after: Schema, of: string, entities: Named): Detail[] =>
  collect(before, after, entities).map((schemaChange) => ({
    sentence: sentenceOf(schemaChange, of),
    isBreaking: schemaChange.breaks.tolerant,
  }))

const successOf = ({ file }: Definition): string => JSON.stringify(file.success ?? 1)

function callChanges(before: Definition, after: Definition, entities: Named): Detail[] {
  const added = (member: string): string[] =>
    stringsOf(after.file[member]).filter((string) => !stringsOf(before.file[member]).includes(string))
  const [method, auth] = ['method', 'auth'].map((member) => before.file[member] !== after.file[member])
  return [
    ...(method ? [{ sentence: `It is now a ${String(after.file.method)}.`, isBreaking: true }] : []),
    ...(auth
      ? [
          {
            sentence: after.file.auth === true ? 'It now needs a session.' : 'It no longer needs a session.',
            isBreaking: after.file.auth === true,
          },
        ]
      : []),
    ...added('needs').map((rule) => ({ sentence: `It now requires the access rule "${rule}".`, isBreaking: true })),
    ...(after.file.stepUp !== undefined && before.file.stepUp === undefined
      ? [{ sentence: 'It now requires a step-up proof.', isBreaking: true }]
      : []),
    ...sent(before.schema('payload'), after.schema('payload')),
    ...received(before.schema('data'), after.schema('data'), 'answer', entities),
    ...(before.file.success === after.file.success
      ? []
      : [
          {
            sentence: `It succeeds with the code ${successOf(after)} instead of ${successOf(before)}.`,
            isBreaking: false,
          },
        ]),
    ...added('errors').map((code) => ({ sentence: `It may now be refused with "${code}".`, isBreaking: false })),
  ]
}

function messageChanges(before: Definition, after: Definition, entities: Named): Detail[] {
  const [one, other] = [before.schema('payload'), after.schema('payload')]
  return [
    ...(after.file.from === 'client' ? sent(one, other) : received(one, other, 'payload', entities)),
    ...received(before.schema('ack'), after.schema('ack'), 'acknowledgement', entities),
  ]
}

/** The least version of a contract with these changes since the version `released`: breaking ones raise the first number, others the second. */
export function leastVersion(released: string, changes: readonly WireChange[]): string {
  const [major = 0, minor = 0] = released.split('.').map(Number)
  if (changes.some(({ isBreaking }) => isBreaking)) return `${major + 1}.0.0`
  return changes.length > 0 ? `${major}.${minor + 1}.0` : released
}
