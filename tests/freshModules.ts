import { afterAll, vi } from 'vitest'

// Files that share a worker, but not the state of the app: each loads the modules of the project again, with an empty document and no stored data.
vi.resetModules()
localStorage.clear()
sessionStorage.clear()
history.replaceState(null, '', '/')
document.head.replaceChildren()
document.body.replaceChildren()
for (const name of document.documentElement.getAttributeNames()) document.documentElement.removeAttribute(name)

// What a file listens to on the window would answer the events of the files after it.
const listeners: Parameters<typeof window.addEventListener>[] = []
const { addEventListener } = window
window.addEventListener = (...args: Parameters<typeof addEventListener>) => {
  listeners.push(args)
  addEventListener.call(window, ...args)
}
afterAll(() => {
  window.addEventListener = addEventListener
  for (const [type, listener, options] of listeners) window.removeEventListener(type, listener, options)
})
