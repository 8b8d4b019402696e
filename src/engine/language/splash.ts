/** Background of the splash in the light theme; the page's own attribute has that of the dark one. */
const LIGHT = '#f4f5f7'

/**
 * The only inline script of the page: the first frame is painted before any file is loaded. The content security policy names its hash.
 * It sets the background of the stored theme; without one the theme is dark.
 */
export const SPLASH_SCRIPT = `try{var t=localStorage.getItem('placard.theme');if(t==='light'||(t==='system'&&matchMedia('(prefers-color-scheme: light)').matches))document.body.bgColor='${LIGHT}'}catch{}`
