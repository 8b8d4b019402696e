import { expect, test } from 'vitest'
import { createClassNames } from './cssNames.ts'

test('a class is named by its file and its name there', () => {
  const nameOf = createClassNames()
  expect(nameOf('primary', '/src/engine/widgets/Button/Button.module.css')).toBe('Button_primary')
  expect(nameOf('full', '/src/engine/widgets/Button/Button.module.css?used')).toBe('Button_full')
})

test('two files of one name are refused', () => {
  const nameOf = createClassNames()
  nameOf('row', '/src/engine/widgets/List/List.module.css')
  expect(() => nameOf('row', '/src/product/widgets/List/List.module.css')).toThrow('have one name')
})
