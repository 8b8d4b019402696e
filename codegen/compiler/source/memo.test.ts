import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadProject } from '../../cli/load.ts'
import { memo, memoOfScreen } from './memo.ts'
import { productCompiler } from '../../product.ts'

test('memo computes once for each object, also where nothing is the result', () => {
  const seen: object[] = []
  const count = memo((key: object): undefined => void seen.push(key))
  const [one, other] = [{}, {}]
  for (const key of [one, other, one, other]) expect(count(key)).toBeUndefined()
  expect(seen).toEqual([one, other])
})

test('memoOfScreen computes again for another contract', () => {
  const files = loadProject(join(import.meta.dirname, '../../../tests/cases/check/project'))
  const [{ contract, screens }, other] = [productCompiler().check(files), productCompiler().check(files)]
  const screen = screens.find((screen) => screen.screen)?.screen
  if (!screen) throw new Error('no screen')
  let computed = 0
  const count = memoOfScreen(() => (computed += 1))
  expect([count(screen, contract), count(screen, contract), count(screen, other.contract)]).toEqual([1, 1, 2])
})
