import { describe, expect, it } from 'vitest'
import { canTransition, statusIndex, statusAt, statuses, type StatusListName } from './status.ts'

const lists = Object.entries(statuses) as [StatusListName, (typeof statuses)[StatusListName]][]

it('finds the lists', () => expect(lists.length).toBeGreaterThan(0))

describe.each(lists)('%s', (name, { names, transitions: next }) => {
  it('lists the valid successors of each status', () =>
    expect(Object.keys(next).toSorted()).toEqual([...names].toSorted()))
  it('leads from its first status to all others', () => {
    const reached = new Set<string>(names.slice(0, 1))
    for (const status of reached)
      for (const one of (next as Record<string, readonly string[]>)[status] ?? []) reached.add(one)
    expect([...reached].toSorted()).toEqual([...names].toSorted())
  })
  it('has an end', () => expect(Object.values(next).some((after) => after.length === 0)).toBe(true))
  it('converts between names and positions', () => {
    expect(names.map((status) => statusAt(name, statusIndex(name, status as never)))).toEqual(names)
    expect(() => statusAt(name, names.length)).toThrow(RangeError)
  })
})

it('lists the transitions of an identity', () => {
  expect([
    canTransition('identity', 'inReview', 'notCertified'),
    canTransition('identity', 'notCertified', 'certified'),
    canTransition('identity', 'certified', 'inReview'),
  ]).toEqual([true, false, false])
})
