import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { failedParts, readMemory, remember, writeMemory, type Memory, type RunnablePart } from './memory.mjs'

const folder = mkdtempSync(join(tmpdir(), 'placard-memory-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const NONE: Memory = { seconds: {}, failures: {} }
const sells = { name: 'sells', at: 'tests/e2e/trading/trade.spec.ts:9' }
const passed = (name: string, seconds: number) => ({ name, seconds, failed: 0, failures: [] })
const failed = (name: string, seconds: number) => ({
  name,
  seconds,
  failed: 1,
  failures: [{ ...sells, error: ['Error'] }],
})
const part = (name: string, commandOfFailed?: RunnablePart['commandOfFailed']): RunnablePart => ({
  name,
  load: 1,
  command: ['node', ['run']],
  ...(commandOfFailed && { commandOfFailed }),
})

describe('the record of the gate', () => {
  it('keeps the durations and the failed tests of a run', () => {
    expect(remember(NONE, [passed('types', 6), failed('browser tests', 300)])).toEqual({
      seconds: { types: 6, 'browser tests': 300 },
      failures: { 'browser tests': [sells] },
    })
  })

  it('forgets the failures of a part that passes', () => {
    const before = remember(NONE, [failed('types', 6), failed('browser tests', 300)])
    expect(remember(before, [passed('types', 5)]).failures).toEqual({ 'browser tests': [sells] })
  })

  it('keeps the duration of a whole part when only its failed tests run', () => {
    const before = remember(NONE, [failed('browser tests', 300)])
    expect(remember(before, [passed('browser tests', 12)], false)).toEqual({
      seconds: { 'browser tests': 300 },
      failures: {},
    })
  })

  it('survives in a file, and is empty where the file is missing or damaged', () => {
    const file = join(folder, 'cache/gate.json')
    const memory = remember(NONE, [failed('types', 6)])
    expect(readMemory(file)).toEqual(NONE)
    writeMemory(file, memory)
    expect(readMemory(file)).toEqual(memory)
    writeFileSync(file, '{"seconds"')
    expect(readMemory(file)).toEqual(NONE)
  })

  it('runs only the failed tests of a part that can, and the whole part otherwise', () => {
    const memory: Memory = {
      seconds: {},
      failures: { 'browser tests': [sells], types: [{ name: 'its last lines', at: 'types' }] },
    }
    const parts = [
      part('types'),
      part('browser tests', (tests) => ['node', ['run', ...tests.map(({ at }) => at)]]),
      part('lint'),
    ]
    expect(failedParts(parts, memory).map(({ name, command }) => [name, command[1]])).toEqual([
      ['types', ['run']],
      ['browser tests', ['run', 'tests/e2e/trading/trade.spec.ts:9']],
    ])
  })

  it('runs a suite whole that broke before it named a test', () => {
    const memory: Memory = { seconds: {}, failures: { unit: [{ name: 'its last lines', at: 'unit' }] } }
    const [unit] = failedParts([part('unit', (tests) => ['node', tests.map(({ at }) => at)])], memory)
    expect(unit?.command[1]).toEqual(['run'])
  })
})
