import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { SPLASH_SCRIPT } from './splash.ts'

const tokens = readFileSync(join(import.meta.dirname, '../../generated/tokens.css'), 'utf8')
const page = readFileSync(join(import.meta.dirname, '../../app/index.html'), 'utf8')
const [dark, light] = [...tokens.matchAll(/--bg: (#[0-9a-f]{6});/g)].map(([, color]) => color)
const initial = /<body[^>]* bgcolor="(#[0-9a-f]{6})"/.exec(page)?.[1]

it.each([
  [null, 'light', dark],
  ['dark', 'light', dark],
  ['light', 'dark', light],
  ['system', 'light', light],
  ['system', 'dark', dark],
])('with the stored theme %s and a %s device has the background of the theme', (stored, device, color) => {
  const document = { body: { bgColor: initial } }
  runInNewContext(SPLASH_SCRIPT, {
    document,
    localStorage: { getItem: (key: string) => (key === 'placard.theme' ? stored : null) },
    matchMedia: (query: string) => ({ matches: query === `(prefers-color-scheme: ${device})` }),
  })
  expect(color).toMatch(/^#/)
  expect(document.body.bgColor).toBe(color)
})

it('leaves the page as it is where storage is blocked', () => {
  const document = { body: { bgColor: initial } }
  const localStorage = {
    getItem() {
      throw new Error('SecurityError')
    },
  }
  runInNewContext(SPLASH_SCRIPT, { document, localStorage })
  expect(document.body.bgColor).toBe(dark)
})
