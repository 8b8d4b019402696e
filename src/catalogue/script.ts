interface ScriptPolicy {
  createScriptURL(path: string): string
}
type Policies = { createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy }

/** The modules of forms and nothing else: a hash, and by which attempt it is asked for. */
const MODULE = /^\/[\w./-]*\/[0-9a-f]{64}\.js(\?\d+)?$/

let policy: ScriptPolicy | null = null

/** The policy of the page (src/server/http/headers.ts) lets no other text become the address of a module of a form. */
function scriptUrl(path: string): string {
  const createScriptURL = (given: string): string => {
    if (!MODULE.test(given) || given.startsWith('//')) throw new TypeError(`${given} is no module of a form.`)
    return given
  }
  const { trustedTypes } = globalThis as { trustedTypes?: Policies }
  policy ??= trustedTypes?.createPolicy('placard-forms', { createScriptURL }) ?? { createScriptURL }
  return policy.createScriptURL(path)
}

/**
 * Runs a module of this origin whose bytes have this integrity. import() has no such check by itself: the script element has, and
 * puts the module into the map of the document, from which import() takes it.
 */
export function runModule(path: string, integrity: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.type = 'module'
    script.integrity = integrity
    script.src = scriptUrl(path)
    script.addEventListener('load', () => {
      script.remove()
      // Whole, since the development server writes a query behind a path.
      import(/* @vite-ignore */ new URL(path, location.href).href).then(resolve, reject)
    })
    script.addEventListener('error', () => {
      script.remove()
      reject(new Error(`${path} could not be fetched, or is not what its hash says.`))
    })
    // The last module of the document is the app's own: src/app/boot/chunkRecovery.ts.
    document.head.prepend(script)
  })
}
