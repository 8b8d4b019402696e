import { join } from 'node:path'
import { expect, it } from 'vitest'
import { loadProject } from '../../cli/load.ts'
import type { Contract } from '../contract/contract.ts'
import { productCompiler } from '../../product.ts'
import { holds, recordReads } from './reads.ts'

const { contract } = productCompiler().check(
  loadProject(join(import.meta.dirname, '../../../tests/cases/check/project')),
)
const [id = '', form] = [...contract.forms][0] ?? []
if (!form) throw new Error('The project has no form.')
const withForms = (forms: Contract['forms']): Contract => ({ ...contract, forms })
const without = withForms(new Map([...contract.forms].slice(1)))
const changed = withForms(new Map([...contract.forms, [id, { ...form }]]))

/** Ways to read forms, and whether the result can differ for another content of a form. */
const READS: Readonly<Record<string, { read: (forms: Contract['forms']) => unknown; readsContent: boolean }>> = {
  get: { read: (forms) => forms.get(id), readsContent: true },
  has: { read: (forms) => forms.has(id), readsContent: true },
  keys: { read: (forms) => [...forms.keys()], readsContent: false },
  size: { read: (forms) => forms.size, readsContent: false },
  values: { read: (forms) => [...forms.values()], readsContent: true },
  entries: { read: (forms) => [...forms.entries()], readsContent: true },
  iteration: { read: (forms) => [...forms], readsContent: true },
  forEach: {
    read: (forms) => {
      const seen: unknown[] = []
      forms.forEach((form) => seen.push(form))
      return seen
    },
    readsContent: true,
  },
}

it.each(Object.entries(READS))(
  'forms read by %s are those of the contract, and noted',
  (_name, { read, readsContent }) => {
    const { contract: recorded, noted } = recordReads(contract)
    expect(read(recorded.forms)).toEqual(read(contract.forms))
    expect(holds(noted, without)).toBe(false)
    expect(holds(noted, changed)).toBe(!readsContent)
  },
)

it('a result that has read nothing holds for other forms', () => {
  expect(holds(recordReads(contract).noted, without)).toBe(true)
})
