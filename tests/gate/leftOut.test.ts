import { tmpdir } from 'node:os'
import { describe, expect, it } from 'vitest'
import { FAULTS } from '../prove/kit/gateFaults.ts'
import { isLeftOut, LEFT_OUT, leftOutLine } from './leftOut.mjs'
import { createParts, testFilesOfSuites } from './parts.mjs'

const suites = testFilesOfSuites()
const filesOf = (name: string): readonly string[] => suites.find((suite) => suite.name === name)?.files ?? []

describe('the parts that npm test leaves to --full', () => {
  it('is a part, a test file or a folder with test files, each with its seconds', async () => {
    const parts = (await createParts({ scratch: tmpdir() })).map(({ name }) => name)
    const files = suites.flatMap((suite) => suite.files)
    const exists = (name: string): boolean =>
      parts.includes(name) || files.some((file) => file === name || file.startsWith(`${name}/`))
    expect(Object.keys(LEFT_OUT).filter((name) => !exists(name))).toEqual([])
    expect(Object.entries(LEFT_OUT).filter(([, seconds]) => !(Number.isInteger(seconds) && seconds > 0))).toEqual([])
    expect(Object.keys(LEFT_OUT)).toEqual(Object.keys(LEFT_OUT).toSorted())
  })

  it('has no entry within another', () => {
    const nested = Object.keys(LEFT_OUT).filter((name) =>
      Object.keys(LEFT_OUT).some((other) => name.startsWith(`${other}/`)),
    )
    expect(nested).toEqual([])
  })

  it('is neither most of the unit tests nor all of another suite', () => {
    const left = filesOf('unit and conformance tests').filter(isLeftOut)
    expect(left.length).toBeLessThan(filesOf('unit and conformance tests').length / 4)
    for (const { files } of suites) expect(files.some((file) => !isLeftOut(file))).toBe(true)
  })

  it('is named in one line', () => {
    const [name = ''] = Object.keys(LEFT_OUT)
    expect(leftOutLine(['types', name], [{ name: 'proofs', files: [name, 'tests/gate/x.test.ts'] }])).toBe(
      `left to --full: ${name}, 1 of 2 files of proofs (tests/gate/leftOut.json)`,
    )
  })
})

describe('the parts of the gate', () => {
  it('are those that `npm run prove gate` has a fault for', async () => {
    const parts = (await createParts({ scratch: tmpdir() })).map(({ name }) => name)
    expect(parts.toSorted()).toEqual([...new Set(FAULTS.map(({ part }) => part))].toSorted())
  })

  const suitesOf = async (options: { full?: boolean; named?: string[] }) =>
    Object.fromEntries(
      (await createParts({ scratch: tmpdir(), ...options })).flatMap(({ name, files, command: [, args] }) =>
        files ? [[name, { files, args }] as const] : [],
      ),
    )

  it('have all test files with --full', async () => {
    const full = await suitesOf({ full: true })
    for (const { name, files } of suites) expect(full[name]?.files).toEqual(files)
  })

  it('have the test files that are not left out, and run no others', async () => {
    const short = await suitesOf({})
    for (const { name, files } of suites) {
      expect(short[name]?.files).toEqual(files.filter((file) => !isLeftOut(file)))
      expect(short[name]?.files.length).toBeGreaterThan(0)
    }
    const browser = short['browser tests']
    expect(browser?.args.filter((argument) => argument.endsWith('.spec.ts'))).toEqual(browser?.files)
  })

  it('run a named file whole, with its long tests', async () => {
    const named = ['tests/e2e/market/chart.spec.ts', 'tests/prove/money/bank.ts']
    const chosen = await suitesOf({ named })
    expect(Object.values(chosen).flatMap(({ files }) => files)).toEqual(expect.arrayContaining(named))
    expect(chosen['browser tests']?.args.join(' ')).not.toContain('grep-invert')
    expect(chosen['proofs, short']?.args.at(-1)).toBe('bank')
    expect(chosen['unit and conformance tests']?.files).toEqual([])
  })
})
