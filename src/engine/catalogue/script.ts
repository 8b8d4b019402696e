interface ScriptPolicy {
  createScriptURL(path: string): string
}
type Policies = { createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy }

/** Matches only module addresses of forms: a hash, and the number of the attempt. */
const MODULE = /^\/[\w./-]*\/[0-9a-f]{64}\.js(\?\d+)?$/

let policy: ScriptPolicy | null = null

/** The policy of the page (src/server/kit/http/headers.ts) permits only these texts as addresses of form modules. */
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
 * Runs a module of this origin whose bytes have this integrity. import() has no such check: the script element has, and
 * puts the module into the map of the document, from which import() gets it.
 */
export function runModule(path: string, integrity: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.type = 'module'
    script.integrity = integrity
    script.src = scriptUrl(path)
    script.addEventListener('load', () => {
      script.remove()
      // The full address, since the development server appends a query to a path.
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
