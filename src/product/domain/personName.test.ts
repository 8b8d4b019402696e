import { expect, it } from 'vitest'
import { isHolderOf } from './personName.ts'

const ANN = { first: 'Ann Marie', last: 'Müller' }
const WEI = { first: '伟', last: '张' }

it.each([
  ['Ann Marie Müller', ANN],
  ['ANN MULLER', ANN],
  ['MULLER ANN', ANN],
  ['A. Muller', ANN],
  ['Ms Ann M. Müller', ANN],
  ['张伟', WEI],
  ['张 伟', WEI],
])('%s holds the card of the verified name', (holder, name) => {
  expect(isHolderOf(holder, name)).toBe(true)
})

it.each([
  ['Bob Müller', ANN],
  ['Ann Miller', ANN],
  ['Ann', ANN],
  ['B. Müller', ANN],
  ['李伟', WEI],
  ['', ANN],
])('%s is another person', (holder, name) => {
  expect(isHolderOf(holder, name)).toBe(false)
})
