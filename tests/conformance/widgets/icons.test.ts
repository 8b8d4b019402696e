import { expect, test } from 'vitest'
import { loadProject } from '../../../codegen/check/load.ts'
import { Compiler } from '../../../codegen/compile/project.ts'
import { type IconName, icons } from '../../../src/widgets/Icon/icons.ts'

/** Every icon that a lowered screen may draw: the texts in its icon props, under any condition. */
function* named(value: unknown, ofIcon = false): Generator<IconName> {
  if (typeof value === 'string' && ofIcon && Object.hasOwn(icons, value)) yield value as IconName
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) yield* named(inner, Array.isArray(value) ? ofIcon : key === 'icon')
}

/** A single icon of the second chunk loads all of it at the first load. */
test('the tabs, Home and the login draw icons of the first chunk only', () => {
  const { screens, shell } = new Compiler().check(new Map(loadProject(process.cwd())))
  if (!shell) throw new Error('There is no shell.')
  const first = [shell.home, shell.login].map((at) => screens.find(({ route }) => route === at)?.screen)
  const drawn = new Set(named([first, shell]))
  expect(drawn.size).toBeGreaterThan(15)
  expect([...drawn].filter((name) => icons[name] === 'lazy')).toEqual([])
})
