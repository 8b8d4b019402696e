import { describe, expect, it } from 'vitest'
import { canTransition, statusIndex, statusAt, statuses, type StatusListName } from './status.ts'

const lists = Object.entries(statuses) as [StatusListName, (typeof statuses)[StatusListName]][]

it('finds the lists', () => expect(lists.length).toBeGreaterThan(0))

describe.each(lists)('%s', (name, { names }) => {
  const after = (from: string) => names.filter((to) => canTransition(name, from as never, to as never))

  it('leads from its first status to all others', () => {
    const reached = new Set<string>(names.slice(0, 1))
    for (const status of reached) for (const item of after(status)) reached.add(item)
    expect([...reached].toSorted()).toEqual([...names].toSorted())
  })
  it('has an end', () => expect(names.some((status) => after(status).length === 0)).toBe(true))
  it('permits no status after itself', () => expect(names.filter((name) => after(name).includes(name))).toEqual([]))
  it('converts between names and positions', () => {
    expect(names.map((status) => statusAt(name, statusIndex(name, status as never)))).toEqual(names)
    expect(() => statusAt(name, names.length)).toThrow(RangeError)
  })
})
