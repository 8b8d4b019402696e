import { surfaceChanges } from '../contract/capabilities.ts'
import type { ActionDef, Call, Contract, Widget } from '../contract/contract.ts'
import type { CheckedScreen } from '../compiledScreen.ts'
import type { Schema } from '../contract/schema.ts'
import { detailText, messageText } from './changeText.ts'
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
    (previous, current) => callChange(previous, current, entities),
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
      (previous, current) =>
        formDetails(previous.def, current.def, {
          before: (key) => key,
          after: (key) => key,
          screenAt: () => undefined,
        }).map((detail) => detailText(detail)),
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
  details: (previous: T, current: T) => string[],
  usedBy: (name: string) => (screen: CheckedScreen) => boolean,
): ContractChange[] {
  return [...new Set([...before.keys(), ...after.keys()])].toSorted().flatMap((name) => {
    const [previous, current] = [before.get(name), after.get(name)]
    const descriptions = !previous ? ['It is new.'] : !current ? ['It is gone.'] : details(previous, current)
    return descriptions.length === 0 ? [] : [{ kind, name, details: descriptions, usedBy: usedBy(name) }]
  })
}

function callChange(
  previous: Call,
  current: Call,
  entities: Map<string, { before: Schema; after: Schema; calls: Set<string> }>,
): string[] {
  const meet = (name: string, before: Schema, after: Schema): void => {
    const known = entities.get(name)
    if (known?.calls.has(current.id)) return
    if (known) known.calls.add(current.id)
    else entities.set(name, { before, after, calls: new Set([current.id]) })
    // A change inside an entity also changes the call.
    schemaChanges(before, after, meet, true)
  }
  const addedRules = current.needs.filter((accessRule) => !previous.needs.includes(accessRule))
  const removedRules = previous.needs.filter((accessRule) => !current.needs.includes(accessRule))
  return [
    ...callDetails({ ...previous, data: {} }, { ...current, data: {} }).map((detail) => detailText(detail)),
    ...(addedRules.length > 0
      ? [`It now requires the access rule${addedRules.length > 1 ? 's' : ''} ${joinWords(addedRules.map(quote))}.`]
      : []),
    ...(current.stepUp && !previous.stepUp ? ['It now requires a step-up proof.'] : []),
    ...(previous.stepUp && !current.stepUp ? ['It no longer needs a step-up proof.'] : []),
    ...(removedRules.length > 0 ? [`It no longer needs ${joinWords(removedRules.map(quote))}.`] : []),
    ...schemaChanges(previous.payload, current.payload, meet).map((change) => sentence(change, 'payload')),
    ...schemaChanges(previous.data, current.data, meet).map((change) => sentence(change, 'answer')),
  ]
}

const sentence = ({ path, description }: SchemaChange, of: string): string =>
  `${path === '' ? `Its ${of}` : `The field "${path}" of its ${of}`} ${messageText(description)}.`

function entityChanges(
  entities: ReadonlyMap<string, { before: Schema; after: Schema; calls: ReadonlySet<string> }>,
): ContractChange[] {
  return [...entities]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, { before, after, calls }]) => {
      const details = schemaChanges(before, after, () => undefined, true).map(
        ({ path, description }) => `${path === '' ? 'It' : `Its field "${path}"`} ${messageText(description)}.`,
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
function capabilityChanges(previous: Widget | ActionDef, current: Widget | ActionDef): string[] {
  const [before, after] = [inputSchemaOf(previous), inputSchemaOf(current)]
  const parts = (unit: Widget | ActionDef): string[] => [
    ...Object.keys(unit.slots).map((name) => `slot ${name}`),
    ...('events' in unit
      ? Object.keys(unit.events).map((name) => `event ${name}`)
      : Object.keys(unit.branches).map((name) => `branch ${name}`)),
  ]
  return [
    ...schemaChanges(before, after).map(
      ({ path, description }) =>
        `Its ${'events' in current ? 'prop' : 'argument'} "${path}" ${messageText(description)}.`,
    ),
    ...surfaceChanges(
      { version: 1, takes: {}, has: parts(previous) },
      { version: 1, takes: {}, has: parts(current) },
    ).map((sentence) => `Its ${sentence}.`),
    ...(previous.version === current.version
      ? []
      : [`It is now version ${current.version} instead of ${previous.version}.`]),
  ]
}

const inputSchemaOf = (unit: Widget | ActionDef): Schema => ('props' in unit ? unit.props : unit.args)

function textChanges(before: Contract, after: Contract): ContractChange[] {
  return [...before.texts.keys()].toSorted().flatMap((name) => {
    const [previous, current] = [before.texts, after.texts].map((texts) => argumentsOf(texts.arguments(name)))
    const details = after.texts.arguments(name)
      ? previous === current
        ? []
        : [`It now takes ${current ?? ''} instead of ${previous ?? ''}.`]
      : ['It is gone.']
    return details.length === 0
      ? []
      : [{ kind: 'text' as const, name, details, usedBy: (screen: CheckedScreen) => screen.used.texts.has(name) }]
  })
}

const argumentsOf = (args: ReadonlyMap<string, string> | undefined): string =>
  args && args.size > 0
    ? joinWords(
        [...args]
          .map(([name, kind]) => `"${name}"${kind === 'count' ? ' (a count)' : ''}`)
          .toSorted((a, b) => (a < b ? -1 : 1)),
      )
    : 'no argument'
