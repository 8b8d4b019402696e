import { expect, it } from 'vitest'
import { projectFiles } from '../../../tests/support/project.ts'
import { callsOfForm, sendingCalls } from './calls.ts'
import { sentWith } from './sent.ts'
import { reasonOf } from './ServerSays.tsx'

const project = Object.fromEntries(projectFiles)
const calls = sendingCalls(project)
const sent = (id: string, values: Record<string, string>, names: string[], screens: string[] = []) =>
  callsOfForm(id, calls).map((call) => sentWith(call, id, values, names, screens))

it('adds the value that chooses the form', () => {
  const [one] = sent('bankCard', { number: '4000 0000 0000 0002', bank: '' }, ['number', 'holder', 'bank'])
  expect(one).toEqual({
    values: { kind: 'card', number: '4000 0000 0000 0002' },
    added: { kind: 'card' },
    unknown: [],
  })
})

it('leaves out and names the fields that the server does not know', () => {
  const [one] = sent('bankCard', { branchNumber: '100' }, ['branchNumber'])
  expect(one).toEqual({ values: { kind: 'card' }, added: { kind: 'card' }, unknown: ['branchNumber'] })
})

it('adds the literal of a screen, else a sample of the contract', () => {
  const step = { action: 'call', call: 'alert/add', payload: { symbol: 'ETHUSDT', direction: '=form.direction' } }
  const names = ['direction', 'price']
  const added = (screens: string[]): unknown => sent('priceAlert', {}, names, screens)[0]?.added
  expect(added([JSON.stringify({ body: [{ on: { submit: [step] } }] })])).toEqual({ symbol: 'ETHUSDT' })
  expect(added(['{', JSON.stringify({ body: [] })])).toEqual({ symbol: 'BTCUSDT' })
})

it.each([
  ['missingParameter', { name: 'amount' }, '“Amount” is not filled in.'],
  ['parameterError', { field: 'amount' }, '“Amount” is not as it must be.'],
  ['tooLow', { least: '5' }, '“At least 5”'],
  ['unnamed', {}, '“unnamed”'],
])('says a refusal in words: %s', (code, params, words) =>
  expect(reasonOf({ code, params }, () => '“Amount”', { 'error.tooLow': 'At least {least}' })).toBe(words),
)
