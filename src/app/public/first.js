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

// A page whose own code is gone from the server, as in the middle of a deploy, asks for the page once more.
addEventListener(
  'error',
  function (event) {
    if (!event.target || event.target.tagName !== 'SCRIPT' || !navigator.onLine) return
    try {
      var left = (sessionStorage.getItem('placard.reloaded') || '').split(' ')
      if (left.includes(event.target.src)) return
      sessionStorage.setItem('placard.reloaded', left.concat(event.target.src).join(' ').trim())
      location.reload()
    } catch {
      // Without a memory of it a reload could go round for ever.
    }
  },
  true,
)
