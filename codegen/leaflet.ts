import type { Plugin } from 'vite'

/** A look whether SVG stands in HTML, made from text when the library is loaded: the page's policy forbids it, and every browser that runs the app has it. */
const INLINE_SVG_PROBE = /var inlineSvg = !!svg\$1 && \(function \(\) \{[^}]*innerHTML = '<svg\/>';[^}]*\}\)\(\);/

/** Leaflet without what makes elements from text as it is loaded. Fails when a release looks otherwise. */
export function leaflet(): Plugin {
  return {
    name: 'placard:leaflet',
    enforce: 'pre',
    transform(code, id) {
      if (!/leaflet-src(\.esm)?\.js$/.test(id)) return null
      if (!INLINE_SVG_PROBE.test(code)) this.error('Leaflet looks for inline SVG in another way: see codegen/leaflet.ts.')
      return { code: code.replace(INLINE_SVG_PROBE, 'var inlineSvg = !!svg$1;'), map: null }
    },
  }
}
