import { expect, test } from 'vitest'
import { isKey, keyOf } from './keys.ts'

const free = (): boolean => false

test.each([
  ['Amounts above 1 000 are checked by hand', 'screens/assets/withdraw.json', 'withdraw.amountsAbove1000AreCheckedBy'],
  ['Hello', 'screens/assets/index.json', 'assets.hello'],
  ['Hello', null, 'app.hello'],
  ['  ', 'screens/a.json', ''],
])('the key of “%s” in %s', (words, file, key) => {
  expect(keyOf(words, file, free)).toBe(key)
  if (key !== '') expect(isKey(key)).toBe(true)
})

test('a taken key gets a number', () => {
  const taken = new Set(['app.hello', 'app.hello2'])
  expect(keyOf('Hello', null, (key) => taken.has(key))).toBe('app.hello3')
})
