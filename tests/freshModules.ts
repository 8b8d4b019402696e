import { vi } from 'vitest'

// Files that share a worker, but not the state of the app: each loads the modules of the project again, with an empty document and no stored data.
vi.resetModules()
localStorage.clear()
sessionStorage.clear()
history.replaceState(null, '', '/')
document.head.replaceChildren()
document.body.replaceChildren()
for (const name of document.documentElement.getAttributeNames()) document.documentElement.removeAttribute(name)
