import { expect, test } from 'vitest'
import { eagerIcons } from '../../../src/generated/icons/eager.ts'
import { lazyIcons } from '../../../src/generated/icons/lazy.ts'
import { checkedProject } from '../../support/project.ts'

/** Every icon that a lowered screen may draw: the texts in its icon props, under any condition. */
function* named(value: unknown, ofIcon = false): Generator<string> {
  if (typeof value === 'string' && ofIcon && (Object.hasOwn(eagerIcons, value) || Object.hasOwn(lazyIcons, value)))
    yield value
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) yield* named(inner, Array.isArray(value) ? ofIcon : key === 'icon')
}

/** A single icon of the second chunk loads all of it at the first load. */
test('the tabs, Home and the login draw icons of the first chunk only', () => {
  const { screens, shell } = checkedProject()
  if (!shell) throw new Error('There is no shell.')
  const first = [shell.home, shell.login].map((at) => screens.find(({ route }) => route === at)?.screen)
  const drawn = new Set(named([first, shell]))
  expect(drawn.size).toBeGreaterThan(15)
  expect([...drawn].filter((name) => Object.hasOwn(lazyIcons, name))).toEqual([])
})
