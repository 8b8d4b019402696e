/** The cache with the background of the user's theme, which the page stores and the service worker reads. */
export const SPLASH_CACHE = 'placard-splash'
export const SPLASH_ADDRESS = 'https://splash.invalid/'

const COLOR = /^#[0-9a-f]{6}$/

/** Returns the page with this background of its splash, which is painted before any script has read the theme; the same page for another text than a colour. */
export const withSplashColor = (html: string, color: string): string =>
  COLOR.test(color) ? html.replace(/(<body\b[^>]*\bbgcolor=")#[0-9a-f]{6}(")/, `$1${color}$2`) : html
