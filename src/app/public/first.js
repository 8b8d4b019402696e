// Before the first paint: the app loads too late to prevent a light flash on a dark theme.
;(function () {
  var root = document.documentElement
  try {
    var theme = localStorage.getItem('placard.theme')
    if (theme === 'system') theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
    var lang = localStorage.getItem('placard.lang')
    if (lang && /^[A-Za-z-]{2,12}$/.test(lang)) {
      root.lang = lang
      var script = new Intl.Locale(lang).maximize().script
      root.dir = /^(Adlm|Arab|Hebr|Nkoo|Rohg|Syrc|Thaa)$/.test(script) ? 'rtl' : 'ltr'
    }
    // Last: a stored text that is not JSON ends these lines.
    var attributes = JSON.parse(localStorage.getItem('placard.attributes') || '{}')
    for (var name in attributes) if (/^[a-zA-Z]+$/.test(name)) root.dataset[name] = attributes[name]
  } catch {
    // Storage is blocked: the page's own attributes apply.
  }
})()
// Requests while the app's code loads: the manifest, then the first screen with its code and the texts of the user's language.
// The app adopts these requests and reports failures.
;(function () {
  var preloaded = (window.preloaded = {})
  function preload(name, cache) {
    var url = '/h5/catalogue/' + name + '.json'
    var stop = new AbortController()
    var reply = fetch(url, { cache: cache, signal: stop.signal })
    preloaded[url] = { reply: reply, stop: stop }
    return reply
  }
  // Chunks of the screen's widgets and fields, by the build's own list (codegen/vite/requiredChunks.ts), and the modules of its forms.
  function preloadCode(screen) {
    var list = document.getElementById('chunks')
    var chunks = list ? JSON.parse(list.textContent) : {}
    var requires = screen.requires
    var deferred = requires.deferred || []
    var names = requires.widgets
      .filter(function (widget) {
        return !deferred.includes(widget)
      })
      .map(function (widget) {
        return widget.split('@')[0]
      })
    ;(requires.fields || []).forEach(function (kind) {
      if (!deferred.includes(kind)) names.push('field:' + kind)
    })
    if (screen.validators) names.push('forms')
    var files = new Set()
    names.forEach(function (name) {
      if (Object.hasOwn(chunks, name)) chunks[name].forEach(files.add, files)
    })
    files.forEach(function (file) {
      link('/h5/' + file, file.endsWith('.css') ? 'style' : '')
    })
    ;(screen.validators || []).forEach(function (hash) {
      var bytes = hash.match(/../g).map(function (byte) {
        return String.fromCharCode(parseInt(byte, 16))
      })
      link('/h5/catalogue/' + hash + '.js', '', 'sha256-' + btoa(bytes.join('')))
    })
  }
  function link(href, kind, integrity) {
    var element = document.createElement('link')
    element.rel = kind ? 'preload' : 'modulepreload'
    if (kind) element.as = kind
    element.crossOrigin = ''
    if (integrity) element.setAttribute('integrity', integrity)
    element.href = href
    document.head.append(element)
  }
  var manifest = preload('manifest', 'no-cache')
  var wanted = []
  try {
    // While the manifest is on its way: the first locale and the first number format of a page take tens of milliseconds.
    Intl.NumberFormat('en')
    var tags = [localStorage.getItem('placard.lang')].concat(navigator.languages).filter(Boolean)
    wanted = tags.map(function (tag) {
      return new Intl.Locale(tag).maximize()
    })
  } catch {
    // Storage is blocked, or the stored text is no language: the app chooses.
  }
  // Texts of the stored language, else of the first of the device's languages that the catalogue has, as the app chooses it.
  function textsOf(locales) {
    for (var i = 0; i < wanted.length; i++) {
      var texts = locales[wanted[i].language + '-' + wanted[i].script] || locales[wanted[i].language]
      if (texts) return texts
    }
    return locales.en
  }
  manifest
    .then(function (reply) {
      return reply.clone().json()
    })
    .then(function (manifest) {
      var path = location.hash.slice(1).split('?')[0].replace(/\/+$/, '')
      var routes = manifest.routes
      if (path === '') path = manifest.shell.entry || manifest.shell.home
      var screen = Object.hasOwn(routes, path) && routes[path]
      if (screen) preload(screen.hash, 'default').catch(function () {})
      preload(textsOf(manifest.locales), 'default').catch(function () {})
      if (screen) preloadCode(screen)
    })
    .catch(function () {})
})()
// A page whose own code is gone from the server, as in the middle of a deploy, asks for the page once more. The modules of forms are
// not of its build: the catalogue retries them.
addEventListener(
  'error',
  function (event) {
    if (
      !event.target ||
      event.target.tagName !== 'SCRIPT' ||
      event.target.src.includes('/catalogue/') ||
      !navigator.onLine
    )
      return
    try {
      var reloaded = (sessionStorage.getItem('placard.reloaded') || '').split(' ')
      if (reloaded.includes(event.target.src)) return
      sessionStorage.setItem('placard.reloaded', reloaded.concat(event.target.src).join(' ').trim())
      location.reload()
    } catch {
      // Without stored state the page could reload for ever.
    }
  },
  true,
)
