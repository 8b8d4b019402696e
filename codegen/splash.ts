import type { Plugin } from 'vite'

const STYLESHEETS = /^[ \t]*<link rel="stylesheet"[^>]*>\n?/gm

/** Moves the styles of the built page below its splash: those in the head would delay the first paint until they are loaded. */
export function splash(): Plugin {
  return {
    name: 'placard:splash',
    apply: 'build',
    transformIndexHtml: { order: 'post', handler: stylesBelowSplash },
  }
}

/** Returns the page with its style sheets after first.js, which sets the theme and starts the first requests without waiting for them. */
export function stylesBelowSplash(html: string): string {
  const links = html.match(STYLESHEETS) ?? []
  const script = /^.*<script src="[^"]*first\.js"><\/script>\n/m
  if (links.length === 0 || !script.test(html)) throw new Error('The page has no styles, or no first.js.')
  return html.replaceAll(STYLESHEETS, '').replace(script, (first) => first + links.join(''))
}
