import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isObject } from '../../../src/engine/language/values/json.ts'
import { createTestServer, type TestServer } from '../../support/server/testServer.ts'

/** A request of a client, with the reply that the server of its version gave. A value `$name` is the one that `keep` has stored. */
interface Step {
  method: 'GET' | 'POST'
  call: string
  payload: Record<string, string | number | boolean>
  session?: boolean
  /** It has an idempotency key. */
  key?: boolean
  /** Values of the data for later steps, by their paths; with `of`, of the row with these values. */
  keep?: Record<string, string>
  of?: Record<string, string>
  /** The address to which the server sends a code, which is stored as `code`. */
  outbox?: string
  reply: Reply
  /** Refusal of the present server, with the steps before the request and the fields added to it. */
  now?: { refusal: string; before: Omit<Step, 'reply'>[]; add?: Record<string, string> }
  /** Fields of the data that the present reply lacks. schemas/CHANGELOG.md names them. */
  lost?: string[]
}
interface Reply {
  type: string
  code: string | number
  data: unknown
}
interface Conversation {
  name: string
  steps: Step[]
}

const FOLDER = join(import.meta.dirname, '../../cases/clients')
const recorded = readdirSync(FOLDER).map(
  (file) => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as { version: string; conversations: Conversation[] },
)
const conversations = recorded.flatMap(({ version, conversations: all }) =>
  all.map((conversation) => ({ version, ...conversation })),
)

const changelog = readFileSync(join(import.meta.dirname, '../../../schemas/CHANGELOG.md'), 'utf8').split('\n')
/** Entries of the changelog about a call. */
const changesOf = (call: string): string => changelog.filter((line) => line.startsWith(`- call ${call}: `)).join(' ')

type Kept = Map<string, string>

const at = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((inner, name) => (inner as Record<string, unknown> | undefined)?.[name], value)

function keepValues({ keep = {}, of }: Omit<Step, 'reply'>, data: unknown, kept: Kept): void {
  const rows = (at(data, 'rows') ?? []) as Record<string, unknown>[]
  const from = of ? rows.find((row) => Object.entries(of).every(([name, value]) => row[name] === value)) : data
  for (const [name, path] of Object.entries(keep)) kept.set(name, String(at(from, path)))
}

let keys = 0

/** Sends a request as a client does that knows the contract only. */
async function send(server: TestServer, step: Omit<Step, 'reply'>, kept: Kept): Promise<Reply & { message: string }> {
  const { method, call, session = false, key = false } = step
  const fields = Object.entries({ ...step.payload, lang: 'en' }).map(
    ([name, value]): [string, string | number | boolean] => [
      name,
      typeof value === 'string' && value.startsWith('$') ? (kept.get(value.slice(1)) ?? '') : value,
    ],
  )
  const form = new URLSearchParams(fields.map(([name, value]): [string, string] => [name, String(value)])).toString()
  const response = await server.app.inject({
    method,
    url: method === 'GET' ? `/api/${call}?${form}` : `/api/${call}`,
    headers: {
      ...(session && { authorization: kept.get('token') ?? '' }),
      ...(key && { 'idempotency-key': `recorded-key-${++keys}` }),
      ...(method === 'POST' && {
        'content-type': session ? 'application/json' : 'application/x-www-form-urlencoded',
      }),
    },
    ...(method === 'POST' && { payload: session ? JSON.stringify(Object.fromEntries(fields)) : form }),
  })
  const reply = response.json<Reply & { message: string }>()
  keepValues(step, reply.data, kept)
  if (step.outbox !== undefined) kept.set('code', await server.code(step.outbox))
  return reply
}

/** Paths of the recorded value that are missing in another, or have another type. A value that was null may be any. */
function lostIn(before: unknown, now: unknown, path = 'data'): string[] {
  if (before === null || before === undefined) return []
  if (Array.isArray(before))
    return Array.isArray(now)
      ? before.length > 0 && now.length > 0
        ? lostIn(before[0], now[0], `${path}[]`)
        : []
      : [path]
  if (isObject(before))
    return isObject(now)
      ? Object.entries(before).flatMap(([name, value]) => lostIn(value, now[name], `${path}.${name}`))
      : [path]
  return typeof before === typeof now ? [] : [path]
}

describe('recorded clients', () => {
  it('are of the first version and of later ones', () => {
    expect(recorded.map(({ version }) => version)).toContain('1.0.0')
    for (const { conversations: all } of recorded)
      expect(all.reduce((sum, { steps }) => sum + steps.length, 0)).toBeGreaterThanOrEqual(60)
  })

  it.each(conversations)('$version: $name', async ({ steps }) => {
    const server = await createTestServer()
    const kept: Kept = new Map([['unique', 'recorded']])
    try {
      for (const step of steps) {
        let reply = await send(server, step, kept)
        if (step.now) {
          expect([step.call, reply.code]).toEqual([step.call, step.now.refusal])
          expect(reply.message, step.call).toMatch(/\w+ \w+/)
          for (const before of step.now.before)
            expect([before.call, (await send(server, before, kept)).type]).toEqual([before.call, 'ok'])
          reply = await send(server, { ...step, payload: { ...step.payload, ...step.now.add } }, kept)
        }
        // An app reads the type of a success, and the code of a refusal.
        const codeOf = ({ type, code }: Reply): string | number => (type === 'ok' ? type : code)
        expect([step.call, codeOf(reply)]).toEqual([step.call, codeOf(step.reply)])
        const lost = lostIn(step.reply.data, reply.data)
        expect([step.call, lost]).toEqual([step.call, step.lost?.map((name) => `data.${name}`) ?? []])
        for (const name of step.lost ?? []) expect(changesOf(step.call)).toContain(`"${name}" of its answer`)
      }
    } finally {
      await server.close()
    }
  })
})
