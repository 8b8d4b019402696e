import type { ScreenKeyword } from './screenKeyword.ts'

const BARS = ['default', 'custom', 'none'] as const

export const navigationBar: ScreenKeyword = {
  name: 'navigationBar',
  kind: 'string',
  doc: '`default`: the app’s bar, with a back button; `custom`: the screen has a NavBar of its own; `none`.',
  synonyms: ['nav', 'navBar'],
  schema: () => ({ enum: [...BARS] }),
  compile(value, { unit, context: { path } }) {
    const bar = BARS.find((bar) => bar === (value?.value ?? 'default'))
    if (!bar && value) unit.emit({ event: 'unknownNavigationBar', name: String(value.value), kinds: BARS }, value, path)
    return { navigationBar: bar ?? 'default' }
  },
  compare(before, after, { report }) {
    if (before.navigationBar !== after.navigationBar)
      report({
        code: 'navigationBar/changed',
        params: { value: { json: after.navigationBar }, before: { json: before.navigationBar } },
      })
  },
}
