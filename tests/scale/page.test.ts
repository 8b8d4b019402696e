import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Figures } from './measure.ts'
import { ASSUMED, derive, liveTree, updatePage } from './page.ts'

const figures = JSON.parse(readFileSync(join(import.meta.dirname, 'figures.json'), 'utf8')) as Figures
const page = readFileSync(join(import.meta.dirname, '../../src/server/SCALE.md'), 'utf8')

describe('the page about scale', () => {
  it('has the tables of the measured figures', () => expect(updatePage(page, figures)).toBe(page))

  it('derives numbers, and none of nothing', () => {
    const rows = derive(figures)
    expect(rows.length).toBeGreaterThan(15)
    for (const { what, value } of rows)
      expect([what, /\d/.test(value) && !/NaN|Infinity|-\d/.test(value)]).toEqual([what, true])
  })

  it('needs twice the edge processes for deliveries of twice the cost', () => {
    const [cluster] = figures.clusters
    if (!cluster) throw new Error('There are no figures.')
    const at = (perDelivery: number) =>
      liveTree({ clusters: [{ ...cluster, live: { ...cluster.live, perDelivery, perMessage: 0 } }] })
    expect(at(40).processes / at(20).processes).toBeCloseTo(2, 1)
    expect(at(20).processes * at(20).connectionsPerProcess).toBeGreaterThanOrEqual(ASSUMED.users * ASSUMED.online)
  })
})
