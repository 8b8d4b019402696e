import { expect, test } from 'vitest'
import { SPLASH_SCRIPT } from '../../src/engine/language/splash.ts'
import { stylesBelowSplash, withSplashScript } from './splash.ts'

const page = (head: string, body: string) =>
  `<html>\n  <head>\n${head}  </head>\n  <body>\n    <div id="app"></div>\n    <script src="/h5/first.js"></script>\n${body}  </body>\n</html>\n`
const link = '    <link rel="stylesheet" crossorigin href="/h5/assets/a.css">\n'

test('the styles are below the splash and first.js', () => {
  expect(stylesBelowSplash(page(link, ''))).toBe(page('', link))
})

test('a page without styles or first.js is refused', () => {
  expect(() => stylesBelowSplash(page('', ''))).toThrow('no styles')
  expect(() => stylesBelowSplash(`<head>${link}</head>`)).toThrow('no styles')
})

test('the inline script is the first element of the body', () => {
  const html = '<head></head>\n  <body bgcolor="#000000" marginwidth="0">\n    <div></div>\n'
  expect(withSplashScript(html)).toBe(html.replace('    <div>', `    <script>${SPLASH_SCRIPT}</script>\n    <div>`))
  expect(() => withSplashScript('<body>\n')).toThrow('no body')
})
