// @vitest-environment jsdom
import { act, cleanup, render } from '../../support/react.tsx'
import { Suspense } from 'react'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Draw } from './Draw.tsx'
import { type Components, loadAll, widgets } from './registry.ts'
import { loadLanguage } from './announce.ts'

let components: Components

beforeAll(async () => {
  components = await loadAll()
}, 300_000)

afterAll(() => {
  delete document.documentElement.dataset.theme
})

const appearances = ['dark', 'light'].flatMap((theme) => ['ltr', 'rtl'].map((dir) => ({ theme, dir })))

describe.each(appearances)('$theme $dir', ({ theme, dir }) => {
  beforeAll(async () => {
    await loadLanguage(dir === 'rtl' ? 'ar' : 'en')
    document.documentElement.dataset.theme = theme
  })

  it.each(widgets)('$name draws every story without an error', async ({ name, stories }) => {
    for (const { props, slots } of stories) {
      const drawn = render(
        <Suspense>
          <Draw node={{ widget: name, props, ...(slots && { slots }) }} components={components} />
        </Suspense>,
      )
      await act(async () => {})
      expect(document.body.textContent).not.toContain('[object Object]')
      expect(document.body.textContent).not.toMatch(/\b(?:undefined|NaN)\b/)
      drawn.unmount()
      cleanup()
    }
  })
})
