import { expect, it } from 'vitest'
import { buildTargets } from '../../../codegen/vite/browsers.ts'
import { root } from '../../../codegen/commands/setup.mjs'
import { JAVASCRIPT, STYLES } from './features.ts'
import { unsupported } from './unsupported.ts'

const targets = buildTargets(root)
const features = [...JAVASCRIPT, ...STYLES]

it('names a feature that a supported browser lacks', () => {
  expect(unsupported('const ok=URL.canParse(a)', JAVASCRIPT, ['chrome111', 'firefox115', 'safari16.4'])).toEqual([
    'URL.canParse is missing in chrome111, safari16.4: …const ok=URL.canParse(a)…',
  ])
  expect(unsupported('new Intl.Segmenter', JAVASCRIPT, ['chrome111', 'safari16.4'])).toEqual([])
  expect(unsupported('.a{color:light-dark(red,blue)}', STYLES, ['firefox115'])).toHaveLength(1)
})

it('accepts a use with a reason', () => {
  expect(unsupported('.a:has(b){color:red}', STYLES, ['firefox115'])).toEqual([])
})

it('accepts what is hidden until a popover opens only where popovers are known', () => {
  expect(unsupported('.a{display:none}.a:popover-open{display:flex}', STYLES, ['safari16.4'])).toHaveLength(1)
  expect(unsupported('.a:not(:popover-open){display:none}', STYLES, ['safari16.4'])).toEqual([])
})

it.each(features.map((feature) => [feature.name, feature] as const))(
  '%s is missing in a supported browser',
  (_, feature) => {
    const without = features.filter(({ name }) => name === feature.name).map(({ reason: _reason, ...rest }) => rest)
    const lacks = targets.some((target) => {
      const [, browser = '', version = ''] = /^([a-z]+)([\d.]+)$/.exec(target) ?? []
      return (Object.entries(feature.since).find(([name]) => name === browser)?.[1] ?? 0) > Number(version)
    })
    expect(without).toHaveLength(1)
    expect(lacks).toBe(true)
  },
)
