import { describe, expect, it } from 'vitest'
import { formats, patterns } from '../../../src/engine/language/forms/schemaFormats.ts'
import { NotLinear, proveLinear, signsOf } from './linear.ts'

const named = Object.entries(patterns)

it('finds the named patterns', () => {
  expect(named.length).toBeGreaterThan(14)
  expect(Object.keys(formats).length).toBeGreaterThan(14)
})

describe('the proof', () => {
  it.each([
    /^(a+)+$/,
    /^(a|a)*$/,
    /^(a|ab)*$/,
    /^a*a*$/,
    /^(a?){9}$/,
    /^\d{1,3}\d{1,3}$/,
    /^(\w+\s?)*$/,
    /^([a-z]+)*@$/,
    /a+$/,
    /^a+/,
    /^(?=a)a$/,
    /^(a)\1$/,
    /^a+?$/,
    /^.*@.*$/,
    /^[a-c]+b$/,
    /^(x|[^y])+z$/,
    /^(a|b*)*$/,
    /^a$/i,
  ])('refuses %s', (pattern) => expect(() => proveLinear(pattern)).toThrow(NotLinear))
  it.each([/^a$/, /^(a|b)*$/, /^[^@]+@[^@]+$/, /^(-[a-z]{2}){0,3}$/, /^a?b?c?$/, /^(?:ab|cd)+e$/, /^\d+(\.\d+)?$/])(
    'accepts %s',
    (pattern) => expect(() => proveLinear(pattern)).not.toThrow(),
  )
})

describe.each(named)('%s', (_, pattern) => {
  it('is deterministic: no text makes it backtrack', () => proveLinear(pattern))

  it('costs no more than its length on texts made of characters it accepts', () => {
    const signs = signsOf(pattern)
    expect(signs.length).toBeGreaterThan(0)
    const pumps = [...signs, ...signs.flatMap((a) => signs.slice(0, 6).map((b) => a + b))].slice(0, 30)
    const fresh = new RegExp(pattern.source, pattern.flags)
    const short = timeOf(fresh, pumps, 1_000)
    const long = timeOf(fresh, pumps, 16_000)
    // 16 times the length: linear is 16, a quadratic pattern 256. Times below the floor count as the floor, not as noise.
    expect(long.ms / Math.max(short.ms, long.floor)).toBeLessThan(16 * 4)
  })
})

describe.each(Object.entries(formats))('format %s', (_name, test) => {
  it('refuses texts of any length above the limit, without reading them', () => {
    // A pattern that is not linear would take hours.
    for (const text of ['a', '1', 'A', '/', '+1 1', 'https://', 'a@a.', '\u202e', '-', '.'].map((pump) =>
      pump.repeat(2_000_000),
    ))
      expect(test(text)).toBe(false)
  })
})

/** The minimum of several measurements of all pumps, with several beginnings and a wrong end, in the time of the processor: other programs do not count. */
function timeOf(pattern: RegExp, pumps: readonly string[], length: number): { ms: number; floor: number } {
  const texts = pumps.flatMap((pump) =>
    ['', '1', '+1 ', 'a@', '/', 'mailto:', 'tel:'].map(
      (head) => `${head}${pump.repeat(Math.ceil(length / pump.length))}\u0000`,
    ),
  )
  let ms = Number.POSITIVE_INFINITY
  for (let round = 0; round < 5; round++) {
    const started = process.cpuUsage()
    for (const text of texts) pattern.test(text)
    const { user, system } = process.cpuUsage(started)
    ms = Math.min(ms, (user + system) / 1_000)
  }
  return { ms, floor: 0.2 }
}
