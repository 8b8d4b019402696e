// Before the first paint: the app itself comes too late to keep a light screen from flashing dark.
;(function () {
  var root = document.documentElement
  try {
    var theme = localStorage.getItem('placard.theme')
    if (theme === 'system') theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
    var up = localStorage.getItem('placard.upColor')
    if (up === 'green' || up === 'red' || up === 'blue') root.dataset.up = up
    var lang = localStorage.getItem('placard.lang')
    if (lang && /^[A-Za-z-]{2,12}$/.test(lang)) {
      root.lang = lang
      root.dir = lang === 'ar' ? 'rtl' : 'ltr'
    }
  } catch {
    // Storage is blocked: the page's own attributes stand.
  }
})()
