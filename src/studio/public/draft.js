// The app with a draft: this script runs before those of the app. Its catalogue is the draft's, and it stores nothing on the device but the login of a phone, for its tab.
;(function () {
  var base = location.pathname.replace(/[^/]*$/, '')
  var frame = null
  try {
    frame = window.frameElement
  } catch {
    // The page is framed by another site, or by none.
  }
  var settings = new URLSearchParams(location.search)
  // In the studio the app moves the focus only while it has it: as it is loaded, the author is at another control.
  if (frame) {
    var focus = HTMLElement.prototype.focus
    HTMLElement.prototype.focus = function (options) {
      if (document.hasFocus()) focus.call(this, options)
    }
  }

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
  // On a phone the login is kept until the tab is closed, under a name that the app does not have.
  function tabOfPhone() {
    var prefix = 'draft ' + base + ' '
    var device = window.sessionStorage
    var names = ['placard.token', 'placard.userInfo', 'placard.mode']
    return {
      entries: function () {
        return names.flatMap(function (name) {
          var text = device.getItem(prefix + name)
          return text === null ? [] : [[name, text]]
        })
      },
      set: function (key, value) {
        try {
          if (names.includes(key)) device.setItem(prefix + key, value)
        } catch {
          // Without it the login is asked for again.
        }
      },
      delete: function (key) {
        device.removeItem(prefix + key)
      },
    }
  }
  // Data that an earlier frame has stored.
  var kept = frame ? frame.placardTab : window.top === window ? tabOfPhone() : undefined
  var stored = []
  for (var name of ['lang', 'theme', 'attributes', 'upColor', 'token'])
    if (settings.has(name)) stored.push(['placard.' + name, settings.get(name)])
  Object.defineProperty(window, 'localStorage', {
    value: memory(Array.from(kept?.entries() ?? []).concat(stored), kept),
  })
  Object.defineProperty(window, 'sessionStorage', { value: memory(kept?.entries() ?? [], kept) })
  Object.defineProperty(window, 'caches', { value: undefined })
  Object.defineProperty(navigator, 'serviceWorker', { value: undefined })

  // A page that is in no frame looks like the app: it says that it is a draft.
  var tag = document.createElement('div')
  function say(words) {
    tag.textContent = words
  }
  if (window.top === window) {
    say('Draft: not live')
    tag.id = 'draft'
    tag.lang = 'en'
    tag.dir = 'ltr'
    tag.setAttribute('role', 'note')
    Object.assign(tag.style, {
      position: 'fixed',
      insetBlockStart: '0',
      left: '0',
      zIndex: '2147483647',
      padding: '0 6px',
      borderRadius: '0 0 6px 0',
      background: '#f0b90b',
      color: '#181a20',
      font: '600 11px/15px system-ui, sans-serif',
      whiteSpace: 'nowrap',
      pointerEvents: 'none',
    })
    addEventListener('DOMContentLoaded', function () {
      document.body.append(tag)
    })
  }

  var send = window.fetch.bind(window)
  window.fetch = function (input, init) {
    var url = typeof input === 'string' ? input : input.url
    var file = /^\/h5\/catalogue\/((manifest|live|[0-9a-f]+)\.json)$/.exec(url)
    if (file) {
      var load = function (name) {
        return send(base + name, { cache: 'no-store', signal: init?.signal }).then(function (response) {
          if (response.status === 404 && name === 'live.json')
            say('This draft has ended: its link opens nothing any more')
          return response
        })
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
