// The app with a draft: this script runs before those of the app. Its catalogue is the draft's, and it stores nothing on the device.
;(function () {
  var base = location.pathname.replace(/[^/]*$/, '')
  var frame = null
  try {
    frame = window.frameElement
  } catch {
    // The page is framed by another site, or by none.
  }
  var settings = new URLSearchParams(location.search)

  function memory(entries, kept) {
    var texts = new Map(entries)
    return {
      get length() {
        return texts.size
      },
      key: function (index) {
        return Array.from(texts.keys())[index] ?? null
      },
      getItem: function (key) {
        return texts.get(String(key)) ?? null
      },
      setItem: function (key, value) {
        texts.set(String(key), String(value))
        kept?.set(String(key), String(value))
      },
      removeItem: function (key) {
        texts.delete(String(key))
        kept?.delete(String(key))
      },
      clear: function () {
        texts.clear()
      },
    }
  }
  // What an earlier frame has stored.
  var kept = frame?.placardTab
  var stored = []
  for (var name of ['lang', 'theme', 'attributes', 'upColor', 'token'])
    if (settings.has(name)) stored.push(['placard.' + name, settings.get(name)])
  Object.defineProperty(window, 'localStorage', {
    value: memory(Array.from(kept?.entries() ?? []).concat(stored), kept),
  })
  Object.defineProperty(window, 'sessionStorage', { value: memory(kept?.entries() ?? [], kept) })
  Object.defineProperty(window, 'caches', { value: undefined })
  Object.defineProperty(navigator, 'serviceWorker', { value: undefined })

  var send = window.fetch.bind(window)
  window.fetch = function (input, init) {
    var url = typeof input === 'string' ? input : input.url
    var file = /^\/h5\/catalogue\/((manifest|live|[0-9a-f]+)\.json)$/.exec(url)
    if (file) {
      var load = function (name) {
        return send(base + name, { cache: 'no-store', signal: init?.signal })
      }
      return frame?.placardFile?.(file[1], load) ?? load(file[1])
    }
    var reply = frame?.placardReply?.(url, init)
    if (!reply) return send(input, init)
    return reply.then(function (response) {
      return response ?? send(input, init)
    })
  }
  if (frame?.placardTime) {
    var RealDate = Date
    var shift = RealDate.parse(frame.placardTime) - RealDate.now()
    window.Date = class extends RealDate {
      constructor(...parts) {
        if (parts.length === 0) super(RealDate.now() + shift)
        else super(...parts)
      }
      static now() {
        return RealDate.now() + shift
      }
    }
  }
  // The studio has another version of the draft: the app polls at once.
  addEventListener('message', function (event) {
    if (event.origin !== location.origin) return
    // Data is asked for again after the connection was lost.
    if (event.data === 'placard:reconnect') dispatchEvent(new Event('offline'))
    if (event.data === 'placard:refresh' || event.data === 'placard:reconnect') dispatchEvent(new Event('online'))
  })
})()
