import type { Plugin } from 'vite'

/** A feature test for inline SVG by innerHTML, run when the library is loaded: the page's policy forbids it, and every browser that runs the app has it. */
const INLINE_SVG_PROBE = /var inlineSvg = !!svg\$1 && \(function \(\) \{[^}]*innerHTML = '<svg\/>';[^}]*\}\)\(\);/

/** Removes the innerHTML feature test from Leaflet. Fails the build when a release has another one. */
export function leaflet(): Plugin {
  return {
    name: 'placard:leaflet',
    enforce: 'pre',
    transform(code, id) {
      if (!/leaflet-src(\.esm)?\.js$/.test(id)) return null
      if (!INLINE_SVG_PROBE.test(code))
        this.error('Leaflet looks for inline SVG in another way: see codegen/vite/leaflet.ts.')
      return { code: code.replace(INLINE_SVG_PROBE, 'var inlineSvg = !!svg$1;'), map: null }
    },
  }
}
