/** A feature of JavaScript or CSS that a supported browser lacks. */
export interface Feature {
  name: string
  /** Where built code uses it. */
  use: RegExp
  /** Oldest versions that have it; source: MDN browser-compat-data. */
  since: Readonly<Record<'chrome' | 'firefox' | 'safari', number>>
  /** Why built code may use it all the same. */
  reason?: string
}

const NEVER = Number.POSITIVE_INFINITY

export const JAVASCRIPT: readonly Feature[] = [
  { name: 'URL.canParse', use: /\bURL\.canParse\b/, since: { chrome: 120, firefox: 115, safari: 17 } },
  // Not where it is asked for first: typeof Intl !== 'undefined' && Intl.Segmenter.
  { name: 'Intl.Segmenter', use: /(?<!&& *)\bIntl\.Segmenter\b/, since: { chrome: 87, firefox: 125, safari: 14.1 } },
  { name: 'Intl.DurationFormat', use: /\bIntl\.DurationFormat\b/, since: { chrome: 129, firefox: 136, safari: 16.4 } },
  {
    name: 'Promise.withResolvers',
    use: /\bPromise\.withResolvers\b/,
    since: { chrome: 119, firefox: 121, safari: 17.4 },
  },
  { name: 'Promise.try', use: /\bPromise\.try\b/, since: { chrome: 128, firefox: 134, safari: 18.2 } },
  { name: 'Object.groupBy', use: /\b(Object|Map)\.groupBy\b/, since: { chrome: 117, firefox: 119, safari: 17.4 } },
  { name: 'Array.fromAsync', use: /\bArray\.fromAsync\b/, since: { chrome: 121, firefox: 115, safari: 16.4 } },
  { name: 'AbortSignal.any', use: /\bAbortSignal\.any\b/, since: { chrome: 116, firefox: 124, safari: 17.4 } },
  { name: 'Iterator.from', use: /\bIterator\.(from|prototype)\b/, since: { chrome: 122, firefox: 131, safari: 18.4 } },
  { name: 'RegExp.escape', use: /\bRegExp\.escape\b/, since: { chrome: 136, firefox: 134, safari: 18.2 } },
  {
    name: 'Set methods',
    use: /\.(isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference)\(/,
    since: { chrome: 122, firefox: 127, safari: 17 },
  },
  { name: 'checkVisibility', use: /\.checkVisibility\(/, since: { chrome: 105, firefox: 106, safari: 17.4 } },
  {
    name: 'requestIdleCallback',
    // Not where its type is asked for first.
    use: /(?<!typeof |typeof window\.|typeof requestIdleCallback *(?:<|!==) *[`'"]\w+[`'"] *&&[^;]{0,80})\brequestIdleCallback\(/,
    since: { chrome: 47, firefox: 55, safari: NEVER },
  },
  {
    name: 'Uint8Array.fromBase64',
    use: /\bUint8Array\.from(Base64|Hex)\b/,
    reason: '@noble/hashes asks for it, and computes without it',
    since: { chrome: 140, firefox: 133, safari: 18.2 },
  },
  { name: 'URLPattern', use: /\bnew URLPattern\b/, since: { chrome: 95, firefox: 142, safari: 26 } },
  {
    name: 'showPopover',
    use: /\.(showPopover|hidePopover)\(/,
    since: { chrome: 114, firefox: 125, safari: 17 },
    reason: 'ToastHost asks for it: without it, toasts are shown, but not in the top layer',
  },
  {
    name: 'startViewTransition',
    use: /\.startViewTransition\b/,
    since: { chrome: 111, firefox: 144, safari: 18 },
    reason: 'react-router asks for it, and changes the page without a transition',
  },
]

const cosmetic = 'an unknown declaration is ignored; nothing depends on it'

export const STYLES: readonly Feature[] = [
  {
    name: ':has()',
    use: /:has\(/,
    since: { chrome: 105, firefox: 121, safari: 15.4 },
    reason: 'rules of their own for outlines, gaps and the scrolling behind a dialog: without them the screen works',
  },
  {
    name: ':popover-open',
    // An element that only `:popover-open` shows stays hidden where the selector is unknown. A rule with
    // `:not(:popover-open)` is ignored there, so it is allowed.
    use: /(?<!:not\():popover-open/,
    since: { chrome: 114, firefox: 125, safari: 17 },
  },
  { name: 'nesting', use: /(?<=[{;}])&/, since: { chrome: 120, firefox: 117, safari: 17.2 } },
  { name: 'light-dark()', use: /\blight-dark\(/, since: { chrome: 123, firefox: 120, safari: 17.5 } },
  { name: '@property', use: /@property\b/, since: { chrome: 85, firefox: 128, safari: 16.4 } },
  { name: '@scope', use: /@scope\b/, since: { chrome: 118, firefox: 146, safari: 17.4 } },
  {
    name: 'relative colours',
    use: /\b(rgb|hsl|oklch|oklab|lab|lch)\(from\b/,
    since: { chrome: 119, firefox: 128, safari: 16.4 },
  },
  { name: 'anchor()', use: /\banchor\(/, since: { chrome: 125, firefox: 147, safari: 26 } },
  {
    name: '@starting-style',
    use: /@starting-style/,
    since: { chrome: 117, firefox: 129, safari: 17.5 },
    reason: cosmetic,
  },
  { name: 'text-wrap', use: /text-wrap:/, since: { chrome: 114, firefox: 121, safari: 17.5 }, reason: cosmetic },
  {
    name: 'field-sizing',
    use: /field-sizing:/,
    since: { chrome: 123, firefox: NEVER, safari: 26.2 },
    reason: cosmetic,
  },
  {
    name: 'interpolate-size',
    use: /interpolate-size:/,
    since: { chrome: 129, firefox: NEVER, safari: NEVER },
    reason: cosmetic,
  },
  {
    name: 'allow-discrete',
    use: /allow-discrete/,
    since: { chrome: 117, firefox: 129, safari: 17.4 },
    reason: cosmetic,
  },
  {
    name: 'scrollbar-color',
    use: /scrollbar-color:/,
    since: { chrome: 121, firefox: 64, safari: 26.2 },
    reason: cosmetic,
  },
  {
    name: 'scrollbar-width',
    use: /scrollbar-width:/,
    since: { chrome: 121, firefox: 64, safari: 18.2 },
    reason: cosmetic,
  },
]
