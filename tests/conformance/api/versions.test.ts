import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { leastVersion, wireChanges, type ContractFiles } from '../../../codegen/compiler/compare/wireChanges.ts'
import { contractFiles, contractVersion, readReleased } from '../../../codegen/generate/lib/version.ts'
import type { Json } from '../../../src/engine/language/expressions/program.ts'

const ROOT = join(import.meta.dirname, '../../..')
const present = contractFiles(ROOT)
const released = readReleased(ROOT)

/** Orders versions by their numbers. */
const numbersOf = (version: string): number[] => version.split('.').map(Number)
const isAtLeast = (version: string, least: string): boolean => {
  const [own, other] = [numbersOf(version), numbersOf(least)]
  const at = own.findIndex((number, index) => number !== other[index])
  return at < 0 || (own[at] ?? 0) > (other[at] ?? 0)
}

interface CallFile {
  payload: { properties: Record<string, Json>; required?: string[] }
  data: { properties: Record<string, Json>; required: string[] }
  errors: string[]
}

/** The contract with one changed call. */
function changed(call: string, change: (file: CallFile) => void): ContractFiles {
  const path = `schemas/api/${call}.json`
  const file = structuredClone(present[path]) as unknown as CallFile
  change(file)
  return { ...present, [path]: file as unknown as Json }
}

const wordsOf = (after: ContractFiles): [string, boolean][] =>
  wireChanges(present, after).map(({ subject, sentence, isBreaking }) => [`${subject}: ${sentence}`, isBreaking])

describe('the version of the contract', () => {
  it('is raised by what has changed since the released one', () => {
    const changes = wireChanges(released?.files ?? {}, present)
    const least = leastVersion(released?.version ?? '', changes)
    const breaking = changes
      .filter(({ isBreaking }) => isBreaking)
      .map((change) => `${change.subject}: ${change.sentence}`)
    expect(
      isAtLeast(contractVersion(ROOT), least),
      `schemas/versions/version.json has to be at least ${least}; then run npm run generate. Breaking since ${released?.version}:\n${breaking.join('\n')}`,
    ).toBe(true)
  })

  it('that is released has a recorded client', () => {
    const files = readdirSync(join(ROOT, 'tests/cases/clients'))
    expect(files).toContain(`${released?.version}.json`)
  })

  it('orders versions by number', () => {
    expect([isAtLeast('10.0.0', '9.1.0'), isAtLeast('2.1.0', '2.1.0'), isAtLeast('2.1.0', '3.0.0')]).toEqual([
      true,
      true,
      false,
    ])
  })
})

describe('changes of the contract', () => {
  it('are none between equal ones', () => {
    expect(Object.keys(present).length).toBeGreaterThan(150)
    expect(wordsOf(present)).toEqual([])
    expect(leastVersion('2.3.4', [])).toBe('2.3.4')
  })

  it.each<[string, ContractFiles, string, boolean]>([
    [
      'a field that is gone',
      changed('user/login', ({ data }) => {
        delete data.properties.token
      }),
      'call user/login: The field "token" of its answer is gone.',
      true,
    ],
    [
      'a required field',
      changed('user/login', ({ payload }) => {
        payload.properties.device = { type: 'string' }
        payload.required?.push('device')
      }),
      'call user/login: The field "device" of its payload is new and required.',
      true,
    ],
    [
      'an optional field',
      changed('user/login', ({ payload }) => {
        payload.properties.device = { type: 'string' }
      }),
      'call user/login: The field "device" of its payload is new.',
      false,
    ],
    [
      'an added field of an answer',
      changed('user/login', ({ data }) => {
        data.properties.device = { type: 'string' }
      }),
      'call user/login: The field "device" of its answer is new.',
      false,
    ],
    [
      'a further refusal',
      changed('user/login', ({ errors }) => {
        errors.push('marketClosed')
      }),
      'call user/login: It may now be refused with "marketClosed".',
      false,
    ],
    ['a call that is gone', { ...present, 'schemas/api/user/login.json': undefined as never }, '', true],
  ])('%s', (name, after, words, isBreaking) => {
    const files = Object.fromEntries(Object.entries(after).filter(([, file]) => file !== undefined))
    const expected = words === '' ? 'call user/login: It is gone.' : words
    expect(wordsOf(files), name).toEqual([[expected, isBreaking]])
    expect(leastVersion('2.3.0', wireChanges(present, files))).toBe(isBreaking ? '3.0.0' : '2.4.0')
  })

  it('of an entity are those of what is answered with it', () => {
    const path = 'schemas/entities/quote.json'
    const quote = structuredClone(present[path]) as unknown as CallFile['data']
    delete quote.properties.last
    const after = { ...present, [path]: quote as unknown as Json }
    expect(wordsOf(after)).toEqual([['entity quote: Its field "last" is gone.', true]])
  })
})
