import type { Plugin } from 'vite'
import { SPLASH_SCRIPT } from '../../src/engine/language/splash.ts'

const STYLESHEETS = /^[ \t]*<link rel="stylesheet"[^>]*>\n?/gm

/** Draws the splash of the page in the stored theme, before any other file is loaded. */
export function splash(): Plugin[] {
  return [
    { name: 'placard:splash', transformIndexHtml: { order: 'post', handler: withSplashScript } },
    // Styles in the head would delay the first paint until they are loaded.
    { name: 'placard:styles', apply: 'build', transformIndexHtml: { order: 'post', handler: stylesBelowSplash } },
  ]
}

/** Returns the page with the inline script at the beginning of its body. */
export function withSplashScript(html: string): string {
  const body = /<body[^>]* bgcolor="[^>]*>\n/
  if (!body.test(html)) throw new Error('The page has no body with a background.')
  return html.replace(body, (tag) => `${tag}    <script>${SPLASH_SCRIPT}</script>\n`)
}

/** Returns the page with its style sheets after first.js, which sets the theme and starts the first requests without waiting for them. */
export function stylesBelowSplash(html: string): string {
  const links = html.match(STYLESHEETS) ?? []
  const script = /^.*<script src="[^"]*first\.js"><\/script>\n/m
  if (links.length === 0 || !script.test(html)) throw new Error('The page has no styles, or no first.js.')
  return html.replaceAll(STYLESHEETS, '').replace(script, (first) => first + links.join(''))
}
