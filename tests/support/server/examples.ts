import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isObject } from '../../../src/engine/language/values/json.ts'

/** A request and its reply. */
interface Recorded {
  payload: unknown
  reply: { message?: unknown }
}

/** Recorded exchanges of a call: `ok` has its data, `refusals` one for each code of its contract. */
export interface Examples<One extends Recorded> {
  call: string
  ok: One
  refusals: Record<string, One>
}

/** Rows of a list that an example has. */
const ROWS = 2

const cases = join(import.meta.dirname, '../../cases')
/** Of the calls of users, and of operators. */
export const EXAMPLES = join(cases, 'calls')
export const OPERATOR_EXAMPLES = join(cases, 'operatorCalls')

/**
 * The recorded exchanges in a folder. `test` records them. `messageOf` returns the message that the server gives a reply with its code and
 * params.
 */
export function examplesIn<One extends Recorded>(
  folder: string,
  test: string,
  messageOf: (exchange: One) => string | undefined,
) {
  const fileOf = (call: string): string => join(folder, `${call}.json`)

  function read(call: string): Partial<Examples<One>> | null {
    const file = fileOf(call)
    return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<Examples<One>>) : null
  }

  function record(call: string, ok: One | undefined, refusals: Record<string, One>): void {
    const sorted = Object.fromEntries(Object.entries(refusals).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    mkdirSync(dirname(fileOf(call)), { recursive: true })
    writeFileSync(fileOf(call), `${JSON.stringify({ call, ok, refusals: sorted }, null, 2)}\n`)
  }

  /** How the message of a recorded reply differs from the text of its code; null if it does not. */
  function staleMessage(recorded: One): string | null {
    const { message } = recorded.reply
    const text = messageOf(recorded)
    return message === text ? null : `/reply/message was ${JSON.stringify(message)} and is ${JSON.stringify(text)}`
  }

  return {
    /**
     * Compares an exchange with the recorded one and returns the difference; null if there is none. Values that differ with each run
     * (ids, times, prices) are compared by their type, the recorded message with the text of its code. With FILL_CASES an exchange that
     * differs is recorded.
     */
    compare(call: string, code: string | null, exchange: One | undefined): string | null {
      if (!exchange) return `${call} was not sent by the test server`
      const examples = read(call)
      const recorded = code === null ? examples?.ok : examples?.refusals?.[code]
      const difference = recorded
        ? (differenceOf(recorded, shorten(exchange), '') ?? staleMessage(recorded))
        : 'is not recorded'
      if (difference === null) return null
      if (process.env.FILL_CASES === undefined)
        return `${call}${code === null ? '' : ` with ${code}`}: ${difference}. Record it: FILL_CASES=1 npx vitest run ${test}`
      const shortened = shorten(exchange) as One
      record(call, code === null ? shortened : examples?.ok, {
        ...examples?.refusals,
        ...(code !== null && { [code]: shortened }),
      })
      return null
    },

    /** The recorded exchanges of a call. With FILL_CASES, refusals that its contract no longer lists are removed. */
    current(call: string, codes: readonly string[]): Partial<Examples<One>> | null {
      const examples = read(call)
      const stale = Object.keys(examples?.refusals ?? {}).filter((code) => !codes.includes(code))
      if (!examples || stale.length === 0 || process.env.FILL_CASES === undefined) return examples
      const refusals = Object.fromEntries(
        Object.entries(examples.refusals ?? {}).filter(([code]) => !stale.includes(code)),
      )
      record(call, examples.ok, refusals)
      return { ...examples, refusals }
    },
  }
}

/** Lists without their later rows. */
function shorten(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, ROWS).map(shorten)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, shorten(item)]))
}

/**
 * Compares the values that are the same in every run: the names of fields, the types of values, and type and code of a
 * reply.
 */
function differenceOf(recorded: unknown, actual: unknown, path: string): string | null {
  if (path === '/reply/type' || path === '/reply/code' || path === '/keyed')
    return recorded === actual ? null : `${path} was ${JSON.stringify(recorded)} and is ${JSON.stringify(actual)}`
  // A value can be absent in one run and present in another: the contract says where.
  if (recorded === null || actual === null) return null
  if (Array.isArray(recorded) && Array.isArray(actual))
    return recorded.length === 0 || actual.length === 0 ? null : differenceOf(recorded[0], actual[0], `${path}/0`)
  if (isObject(recorded) && isObject(actual)) {
    for (const name of new Set([...Object.keys(recorded), ...Object.keys(actual)])) {
      if (!Object.hasOwn(recorded, name)) return `${path}/${name} is not recorded`
      if (!Object.hasOwn(actual, name)) return `${path}/${name} is recorded and no longer there`
      const difference = differenceOf(recorded[name], actual[name], `${path}/${name}`)
      if (difference !== null) return difference
    }
    return null
  }
  return typeof recorded === typeof actual ? null : `${path} was of type ${typeof recorded} and is ${typeof actual}`
}
