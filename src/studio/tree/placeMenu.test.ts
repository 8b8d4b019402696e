import { expect, it } from 'vitest'
import { topOfMenu } from './placeMenu.ts'

it.each([
  ['below its button', { top: 100, bottom: 126 }, 126],
  ['above its button at the end of the window', { top: 740, bottom: 766 }, 620],
  ['within a window that is lower than the button', { top: 900, bottom: 926 }, 674],
])('puts a menu %s', (_where, button, top) => expect(topOfMenu(button, 120, 800)).toBe(top))
