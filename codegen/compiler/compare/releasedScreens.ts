import type { Expr, Json, Screen } from '../../../src/engine/language/expressions/program.ts'
import { contentOfScreen, entriesOf, isOperation, visit } from '../../../src/engine/language/expressions/visit.ts'
import { missingCapabilities, describeMissing } from '../../../src/engine/language/capabilities.ts'
import type { Capabilities, RequiredCapabilities } from '../../../src/engine/language/capabilities.ts'
import type { ClientManifest, Surface } from '../contract/capabilities.ts'
import type { Call, Contract } from '../contract/contract.ts'
import { messageText } from './changeText.ts'
import { schemaChanges } from './schemaChanges.ts'
import { joinWords, quote } from './formatExpr.ts'

/** One failure of a published screen with a server of another contract. */
export interface Failure {
  call: string
  sentence: string
}

/** Whether a lowered screen works with a server of this contract: all fields that it reads exist, and all that it sends are accepted. */
export function failuresOf(screen: Screen, { calls, actions }: Pick<Contract, 'calls' | 'actions'>): Failure[] {
  const sent = sentFields(screen, actions)
  return Object.entries(screen.calls).flatMap(([id, previous]) => {
    const current = calls.get(id)
    const fail = (sentence: string): Failure => ({ call: id, sentence })
    if (!current) return [fail(`The call ${id} is gone.`)]
    return [
      ...(previous.method === current.method ? [] : [fail(`${id} is now a ${current.method}.`)]),
      ...(current.auth && !previous.auth && !screen.access.includes('login')
        ? [fail(`${id} now needs a session, and the screen opens without one.`)]
        : []),
      ...current.needs
        // A rule of the time of compilation was proven then, by `access`, by a condition or by a step.
        .filter((accessRule) => !previous.needs?.includes(accessRule) && !screen.access.includes(accessRule))
        .map((accessRule) => fail(`${id} requires the access rule "${accessRule}", and the screen does not.`)),
      ...(current.stepUp && !previous.stepUp
        ? [fail(`${id} now requires a step-up proof, and the screen obtains none.`)]
        : []),
      ...schemaChanges(previous.data, current.data)
        .filter((change) => change.breaks.consumers)
        .map(({ path, description }) =>
          fail(`${id}: ${path === '' ? 'the answer' : `"${path}" of the answer`} ${messageText(description)}.`),
        ),
      ...payloadFailures(id, current, sent.get(id) ?? [], fail),
    ]
  })
}

/** Required fields that are not sent, and unknown fields that are sent. */
function payloadFailures(
  id: string,
  call: Call,
  sent: readonly string[][],
  fail: (sentence: string) => Failure,
): Failure[] {
  const known = Object.keys(call.payload.properties ?? {})
  return sent.flatMap((fields) => {
    const lacking = (call.payload.required ?? []).filter((name) => !fields.includes(name) && name !== call.paging?.page)
    const surplus = call.payload.additionalProperties === false ? fields.filter((name) => !known.includes(name)) : []
    return [
      ...(lacking.length > 0
        ? [
            fail(
              `${id} needs ${joinWords(lacking.map(quote))}, and the screen does not send ${lacking.length > 1 ? 'them' : 'it'}.`,
            ),
          ]
        : []),
      ...(surplus.length > 0
        ? [
            fail(
              `${id} takes no ${joinWords(surplus.map(quote))} any more, and the screen sends ${surplus.length > 1 ? 'them' : 'it'}.`,
            ),
          ]
        : []),
    ]
  })
}

/** Calls with the payload fields of each use in the screen, where these are known statically. */
function sentFields(screen: Screen, actions: Contract['actions']): Map<string, string[][]> {
  const out = new Map<string, string[][]>()
  const add = (call: string, fields: string[] | undefined): void => {
    if (fields) out.set(call, [...(out.get(call) ?? []), fields])
  }
  for (const { call, payload } of Object.values(screen.queries)) add(call, fieldsOf(payload, undefined))
  visit(contentOfScreen(screen), {
    step({ action, args = {}, exprs = {} }) {
      const argument = actions.get(action)?.sends
      const call = argument === undefined ? undefined : args[argument]
      // A call with a file sends the file beside its payload, so the fields are not known here.
      if (typeof call === 'string' && Object.keys(args).every((name) => name !== 'field'))
        add(call, fieldsOf(exprs.payload, args.payload))
    },
  })
  return out
}

function fieldsOf(expr: Expr | undefined, json: Json | undefined): string[] | undefined {
  if (isOperation(expr)) return expr[0] === 'map' ? entriesOf(expr).map(([name]) => String(name)) : undefined
  if (expr !== undefined && expr !== null) return undefined
  if (json === undefined || json === null) return []
  return typeof json === 'object' && !Array.isArray(json) ? Object.keys(json) : undefined
}

/** Missing capabilities of each client for a screen; empty: the client can draw it. */
export function missingOnClients(
  requires: RequiredCapabilities,
  clients: readonly ClientManifest[],
): { release: string; lacks: string[] }[] {
  return clients.map((client) => ({
    release: client.release,
    lacks: missingCapabilities(requires, capabilitiesOf(client)).map(describeMissing),
  }))
}

/** The capabilities of a released client, with their versions. Kinds of fields are absent for a release that does not list them. */
export function capabilitiesOf({ release, widgets, actions, functions, fields }: ClientManifest): Capabilities {
  const versions = (surfaces: Readonly<Record<string, Surface>>): Record<string, number> =>
    Object.fromEntries(Object.entries(surfaces).map(([name, { version }]) => [name, version]))
  return {
    release,
    widgets: versions(widgets),
    actions: versions(actions),
    functions: versions(functions),
    ...(fields && { fields: Object.fromEntries(fields.map((name) => [name, 1])) }),
  }
}
