import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadProject } from '../../../codegen/cli/load.ts'

type Obj = Record<string, unknown>

const isObject = (value: unknown): value is Obj => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The object and all objects in it. */
function* objectsIn(value: unknown): Generator<Obj> {
  if (isObject(value)) yield value
  if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) yield* objectsIn(inner)
}

const files = loadProject(join(import.meta.dirname, '../../..'))
const read = (path: string): Obj => JSON.parse(files.get(path) ?? '{}') as Obj

const documentsIn = (folder: string): Map<string, Obj> =>
  new Map(
    [...files.keys()]
      .filter((path) => path.startsWith(folder) && path.endsWith('.json'))
      .map((path) => [path.slice(folder.length, -'.json'.length), read(path)]),
  )

const parts = documentsIn('screens/parts/')
const screens = new Map([...documentsIn('screens/')].filter(([id, { route }]) => id !== 'shell' && route !== undefined))
const calls = new Map([...documentsIn('schemas/api/').values()].map((call) => [String(call.call), call]))

/** A screen with the parts that it uses, directly or through another part. */
function withParts(document: Obj, seen = new Set<string>()): Obj[] {
  const used = [...objectsIn(document)].flatMap(({ part }) =>
    typeof part === 'string' && !seen.has(part) ? [part] : [],
  )
  for (const name of used) seen.add(name)
  return [document, ...used.flatMap((name) => withParts(parts.get(name) ?? {}, seen))]
}

const steps = [...screens, ...parts].flatMap(([id, document]) =>
  [...objectsIn(document)].flatMap((step) => (step.action === 'call' ? [{ id, step, call: String(step.call) }] : [])),
)

test('the catalogue and the calls are read', () => {
  expect(screens.size).toBeGreaterThan(60)
  expect(parts.size).toBeGreaterThan(50)
  expect(steps.length).toBeGreaterThan(80)
  expect(steps.filter(({ call }) => !calls.has(call))).toEqual([])
})

const payments = [...screens].flatMap(([id, screen]) => {
  const documents = withParts(screen)
  const sent = documents.flatMap((document) =>
    [...objectsIn(document)].flatMap(({ action, call }) => (action === 'call' ? [String(call)] : [])),
  )
  return [...new Set(sent)]
    .filter((call) => calls.get(call)?.effect === 'money')
    .map((call) => ({ id, call, text: JSON.stringify(documents) }))
})

test.each(payments)('$id shows that the outcome of $call is unknown', ({ call, text }) => {
  const conditions = text.match(/"=[^"]*device\.unresolvedPayments[^"]*"/g) ?? []
  expect(conditions.filter((condition) => condition.includes(`'${call}'`))).not.toEqual([])
})

/** A call with `x-silent` at its mode works with one account only. */
const hasTwoAccounts = (call: string): boolean => {
  const { mode } = ((calls.get(call)?.payload as Obj | undefined)?.properties ?? {}) as Record<string, Obj | undefined>
  return mode !== undefined && mode['x-silent'] === undefined
}

test('a record is changed in its own account, whichever is in use', () => {
  const changes = steps.filter(
    ({ step: { payload }, call }) =>
      isObject(payload) && 'id' in payload && calls.get(call)?.effect !== 'read' && hasTwoAccounts(call),
  )
  expect(changes.length).toBeGreaterThan(5)
  const inUse = changes.filter(({ step: { payload } }) => (payload as Obj).mode === '=session.mode')
  expect(inUse.map(({ id, call }) => [id, call])).toEqual([])
})

const changing = steps.filter(({ call }) => Array.isArray(calls.get(call)?.changes))

test.each(changing.map(({ id, step, call }) => ({ id, step, call })))(
  '$id invalidates what $call changes',
  ({ step, call }) => {
    const invalidated = [...objectsIn(step.onSuccess)].flatMap(({ action, calls: names }) =>
      action === 'invalidate' ? (names as string[]) : [],
    )
    const changes = calls.get(call)?.changes as string[]
    expect(changes.filter((change) => !invalidated.includes(change))).toEqual([])
  },
)

test('a form waits for the area codes only if it shows them', () => {
  const waiting = [...screens.values()].flatMap((screen) =>
    [...objectsIn(screen)].filter(({ waitFor }) => waitFor === 'areaCodes'),
  )
  const forms = waiting.flatMap((node) => [...objectsIn(node)].filter(({ widget }) => widget === 'Form'))
  expect(forms.length).toBeGreaterThan(1)
  expect(forms.filter(({ props }) => !JSON.stringify(props).includes('areaCodes.rows'))).toEqual([])
})

describe('queries', () => {
  const { queries } = JSON.parse(readFileSync(join(import.meta.dirname, 'queries.json'), 'utf8')) as {
    queries: { screen: string; query: string; reason: string; call: string; payload: Obj }[]
  }

  test.each(queries)('$screen asks with $query for all that it shows: $reason', ({ screen, query, call, payload }) => {
    const found = (screens.get(screen)?.queries as Record<string, Obj> | undefined)?.[query]
    expect({ call: found?.call, payload: found?.payload ?? {} }).toEqual({ call, payload })
  })

  const counts = [...parts].flatMap(([id, { params, body }]) =>
    Object.entries((params ?? {}) as Record<string, { query?: string }>)
      .filter(([name, { query }]) => {
        const text = JSON.stringify(body)
        return (
          query !== undefined && calls.get(query)?.paging !== undefined && text.includes(`number(${name}.rows.size()`)
        )
      })
      .map(([name]) => ({ id, name, text: JSON.stringify(body) })),
  )

  test.each(counts)('the number of $name in $id says that there are more', ({ name, text }) => {
    expect(text).toContain(`number(${name}.rows.size()) + (queries.${name}.hasMore ? '+' : '')`)
  })

  test('counts of pages are found', () => {
    expect(counts.length).toBeGreaterThan(0)
  })
})
