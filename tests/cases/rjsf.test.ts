import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { compileSample, samples, table, TABLE } from '../support/playground.ts'

const all = [...samples]
const accepted = all.filter(([, { refused }]) => refused === undefined)
const refused = all.filter(([, { refused }]) => refused !== undefined)

describe('samples of react-jsonschema-form', () => {
  it('exist, most of them accepted', () => {
    expect(accepted.length).toBeGreaterThan(30)
    expect(refused.length).toBeGreaterThan(0)
  })

  it.each(accepted)('%s compiles, with its filled and sent values', (_name, sample) => {
    expect(compileSample(sample)).not.toHaveProperty('refused')
    expect(sample.fill?.length ?? 0).toBeGreaterThan(0)
    expect(sample.sends).toBeDefined()
  })

  it.each(refused)('%s is refused by the compiler, for the reason given', (_name, sample) => {
    const compiled = compileSample(sample)
    expect('refused' in compiled ? compiled.refused.join('\n') : 'accepted').toContain(sample.refused?.says)
    expect(sample.fill).toBeUndefined()
  })

  it('have an up-to-date table', () => {
    if (process.env.WRITE === '1') writeFileSync(TABLE, table())
    expect(readFileSync(TABLE, 'utf8')).toBe(table())
  })
})
