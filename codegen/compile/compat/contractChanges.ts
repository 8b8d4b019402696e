import { surfaceChanges } from '../capabilities.ts'
import type { ActionDef, Call, Contract, Widget } from '../contract.ts'
import type { CheckedScreen } from '../screen.ts'
import type { Schema } from '../schema.ts'
import { callDetails, formDetails } from './contentChanges.ts'
import { schemaChanges } from './schemaChanges.ts'
import type { SchemaChange } from './schemaChanges.ts'
import { joinWords, quote } from './formatExpr.ts'

export type ItemKind = 'call' | 'entity' | 'widget' | 'action' | 'form' | 'text' | 'icon'

/** One changed item of the contract. */
export interface ContractChange {
  kind: ItemKind
  name: string
  /** The differences, one sentence each. */
  details: string[]
  /** Whether a screen uses it. */
  usedBy: (screen: CheckedScreen) => boolean
}

/** Differences between two contracts: data that screens read and send, texts, widgets and actions. */
export function contractChanges(before: Contract, after: Contract): ContractChange[] {
  const entities = new Map<string, { before: Schema; after: Schema; calls: Set<string> }>()
  const calls = compareMaps(
    before.calls,
    after.calls,
    'call',
    (was, is) => callChange(was, is, entities),
    (name) => (screen) => screen.used.calls.has(name),
  )
  return [
    ...calls,
    ...entityChanges(entities),
    ...compareMaps(
      before.widgets,
      after.widgets,
      'widget',
      capabilityChanges,
      (name) => (screen) => screen.used.widgets.has(name),
    ),
    ...compareMaps(
      before.actions,
      after.actions,
      'action',
      capabilityChanges,
      (name) => (screen) => screen.used.actions.has(name),
    ),
    ...compareMaps(
      before.forms,
      after.forms,
      'form',
      (was, is) =>
        formDetails(was.def, is.def, { before: (key) => key, after: (key) => key, screenAt: () => undefined }),
      (name) => (screen) => screen.used.forms.has(name),
    ),
    ...textChanges(before, after),
    ...[...before.icons]
      .filter((icon) => !after.icons.has(icon))
      .map((name): ContractChange => ({
        kind: 'icon',
        name,
        details: ['It is gone.'],
        usedBy: (screen) => screen.used.icons.has(name),
      })),
  ]
}

function compareMaps<T>(
  before: ReadonlyMap<string, T>,
  after: ReadonlyMap<string, T>,
  kind: ItemKind,
  details: (was: T, is: T) => string[],
  usedBy: (name: string) => (screen: CheckedScreen) => boolean,
): ContractChange[] {
  return [...new Set([...before.keys(), ...after.keys()])].toSorted().flatMap((name) => {
    const [was, is] = [before.get(name), after.get(name)]
    const descriptions = !was ? ['It is new.'] : !is ? ['It is gone.'] : details(was, is)
    return descriptions.length === 0 ? [] : [{ kind, name, details: descriptions, usedBy: usedBy(name) }]
  })
}

function callChange(
  was: Call,
  is: Call,
  entities: Map<string, { before: Schema; after: Schema; calls: Set<string> }>,
): string[] {
  const meet = (name: string, before: Schema, after: Schema): void => {
    const known = entities.get(name)
    if (known?.calls.has(is.id)) return
    if (known) known.calls.add(is.id)
    else entities.set(name, { before, after, calls: new Set([is.id]) })
    // A change inside an entity also changes the call.
    schemaChanges(before, after, meet, true)
  }
  const gates = is.needs.filter((gate) => !was.needs.includes(gate))
  const freed = was.needs.filter((gate) => !is.needs.includes(gate))
  return [
    ...callDetails({ ...was, data: {} }, { ...is, data: {} }),
    ...(gates.length > 0
      ? [`It now requires the access rule${gates.length > 1 ? 's' : ''} ${joinWords(gates.map(quote))}.`]
      : []),
    ...(freed.length > 0 ? [`It no longer needs ${joinWords(freed.map(quote))}.`] : []),
    ...schemaChanges(was.payload, is.payload, meet).map((change) => sentence(change, 'payload')),
    ...schemaChanges(was.data, is.data, meet).map((change) => sentence(change, 'answer')),
  ]
}

const sentence = ({ path, words }: SchemaChange, of: string): string =>
  `${path === '' ? `Its ${of}` : `The field "${path}" of its ${of}`} ${words}.`

function entityChanges(
  entities: ReadonlyMap<string, { before: Schema; after: Schema; calls: ReadonlySet<string> }>,
): ContractChange[] {
  return [...entities]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, { before, after, calls }]) => {
      const details = schemaChanges(before, after, () => undefined, true).map(
        ({ path, words }) => `${path === '' ? 'It' : `Its field "${path}"`} ${words}.`,
      )
      return details.length === 0
        ? []
        : [
            {
              kind: 'entity' as const,
              name,
              details,
              usedBy: (screen: CheckedScreen) => [...calls].some((call) => screen.used.calls.has(call)),
            },
          ]
    })
}

/** Props, slots and events of a widget; arguments, slots and branches of an action. */
function capabilityChanges(was: Widget | ActionDef, is: Widget | ActionDef): string[] {
  const [before, after] = [inputSchemaOf(was), inputSchemaOf(is)]
  const parts = (one: Widget | ActionDef): string[] => [
    ...Object.keys(one.slots).map((name) => `slot ${name}`),
    ...('events' in one
      ? Object.keys(one.events).map((name) => `event ${name}`)
      : Object.keys(one.branches).map((name) => `branch ${name}`)),
  ]
  return [
    ...schemaChanges(before, after).map(
      ({ path, words }) => `Its ${'events' in is ? 'prop' : 'argument'} "${path}" ${words}.`,
    ),
    ...surfaceChanges({ version: 1, takes: {}, has: parts(was) }, { version: 1, takes: {}, has: parts(is) }).map(
      (one) => `Its ${one}.`,
    ),
    ...(was.version === is.version ? [] : [`It is now version ${is.version} instead of ${was.version}.`]),
  ]
}

const inputSchemaOf = (one: Widget | ActionDef): Schema => ('props' in one ? one.props : one.args)

function textChanges(before: Contract, after: Contract): ContractChange[] {
  return [...before.texts.keys()].toSorted().flatMap((name) => {
    const [was, is] = [before.texts, after.texts].map((texts) => argumentsOf(texts.arguments(name)))
    const details = after.texts.arguments(name)
      ? was === is
        ? []
        : [`It now takes ${is ?? ''} instead of ${was ?? ''}.`]
      : ['It is gone.']
    return details.length === 0
      ? []
      : [{ kind: 'text' as const, name, details, usedBy: (screen: CheckedScreen) => screen.used.texts.has(name) }]
  })
}

const argumentsOf = (held: ReadonlyMap<string, string> | undefined): string =>
  held && held.size > 0
    ? joinWords(
        [...held]
          .map(([name, kind]) => `"${name}"${kind === 'count' ? ' (a count)' : ''}`)
          .toSorted((a, b) => (a < b ? -1 : 1)),
      )
    : 'no argument'
