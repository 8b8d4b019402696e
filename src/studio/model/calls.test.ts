import { join } from 'node:path'
import { expect, it } from 'vitest'
import { loadProject } from '../../../codegen/cli/load.ts'
import { callsOf } from './calls.ts'

const calls = callsOf(Object.fromEntries(loadProject(join(import.meta.dirname, '../../..'))))

it('a call is chosen by one sentence, which no other call has', () => {
  const sentences = [...calls.values()].map(({ sentence }) => sentence)
  expect(sentences.length).toBeGreaterThan(100)
  expect(new Set(sentences).size).toBe(sentences.length)
  expect(sentences.filter((sentence) => !/^\p{Lu}.+[^.]$/u.test(sentence) || /\. /.test(sentence))).toEqual([])
})

it('the sentence of a call names no other call', () => {
  const names = [...calls.keys()].filter((name) => name.includes('/'))
  expect(
    [...calls.values()]
      .map(({ sentence }) => sentence)
      .filter((sentence) => names.some((name) => sentence.includes(name))),
  ).toEqual([])
})
