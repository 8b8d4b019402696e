import type { Json, Node } from './expressions/program.ts'
import type { CallFailure, CallResult, Payload } from './result.ts'
import type { Translate } from './texts/texts.ts'

/**
 * One action is one folder: <name>/<name>.ts (default export: Action), <name>.schema.json, <name>.test.ts.
 * The runner evaluates the arguments (a slot's nodes are an argument with its name), calls `run`, then runs the branch
 * that the outcome names.
 */
export interface Action<Args = Record<string, unknown>> {
  /** The step only changes the screen's state or chooses a branch: queries that read the state wait for the next other step, or the end of the handler. */
  defersQueries?: true
  run(args: Args, context: ActionContext): ActionResult | Promise<ActionResult>
}

/** The result of a step. No branch: continue with the next step. `stop`: the user declined, skip the remaining steps. */
export interface ActionResult {
  branch?: string
  /** The branch's variable (named by `branches.<name>.as` in the action's schema). */
  value?: unknown
  stop?: boolean
  /** The confirmed values have expired: run the handler again from its first step. */
  restart?: boolean
}

/** The side effects an action may have; the app supplies the implementation, a test its own. */
export interface ActionContext {
  /** Always settles. A money call gets its idempotency key in a lower layer; with `silent` the caller shows the toast of a refusal. */
  call(call: string, payload: Payload, options?: { idempotencyKey?: string; silent?: boolean }): Promise<CallResult>
  navigate(to: string, params?: Record<string, unknown>, history?: 'push' | 'replace' | 'reset'): void
  /** `fallback`: route of the screen to show where there is none before; without it Home. */
  back(steps?: number, fallback?: string): void
  /** Returns to the requesting screen, which gets the value as its parameter `result`. */
  returnResult(value: string): void
  /** Shows an already translated text. `record`: id of the record whose outcome it shows; of the toast and a message about it only the first is shown. */
  toast(
    text: string,
    options?: { tone?: 'info' | 'success' | 'error'; ms?: number; about?: 'payment'; record?: string },
  ): void
  /** `restart`: the quoted terms have expired and must be shown again. */
  confirm(request: ConfirmRequest): Promise<boolean | 'restart'>
  /** Shows nodes in a bottom sheet, in the scope of the step; settles when it closes. */
  sheet(request: { title?: string; nodes: Node[] }): Promise<void>
  closeSheet(): void
  /** Requests the payment password until it is correct; resolves to the server's proof for one call, null when the user leaves. */
  payPassword(call: string): Promise<string | null>
  /**
   * Requests the factors that a call requires for a value until they are correct; resolves to the server's proof, empty if the call
   * requires none, null when the user leaves.
   */
  stepUp(call: string, value: string): Promise<string | null>
  /** Lets the user choose a file of any type; null when they leave. */
  pickFile(accept: string[]): Promise<File | null>
  setState(path: string, value: Json): void
  /** Values by field of a form of the screen, and fields to empty. */
  setFormValues(form: string, values: Record<string, unknown>, clear: readonly string[]): void
  refresh(regions?: string[]): Promise<void>
  loadMore(region: string): Promise<void>
  invalidate(calls: string[]): void
  copy(text: string): Promise<boolean>
  /** Uses the device's function. refused: the user declined; missing: the device lacks it. */
  share(link: { title: string; text?: string; url: string }): Promise<'shared' | 'refused' | 'missing'>
  /** Saves a text as a file; false if the user cancels. */
  saveFile(file: { name: string; text: string; mediaType: string }): Promise<boolean>
  /** Opens an address if the URL check permits it, else notifies the user. */
  openLink(url: string, where: 'webview' | 'window'): void
  setLanguage(lang: string): Promise<void>
  setTheme(theme: 'dark' | 'light' | 'system'): void
  /** The value of a preference of schemas/preferences.json. */
  preference(name: string): unknown
  /** Shows the browser's own prompt to add the app to the home screen. */
  install(): Promise<void>
  /** Creates a passkey on the device by the options of the server; resolves to the browser's answer as JSON. null: refused, or impossible. */
  createPasskey(options: string): Promise<string | null>
  /** Uses a passkey of the device, like `createPasskey`. */
  usePasskey(options: string): Promise<string | null>
  /** Asks for permission to show notifications and subscribes the browser. refused: by the user; missing: it has no web push. */
  subscribePush(publicKey: string): Promise<PushKeys | 'refused' | 'missing'>
  /** Applies and stores a preference of schemas/preferences.json; a value that its schema does not allow is ignored. */
  setPreference(name: string, value: unknown): void
  /** Stores the token, then fetches its user; without the user there is no session. */
  login(session: { token: string }): Promise<CallResult>
  logout(): Promise<void>
  switchAccount(mode: string): Promise<CallResult>
  text: Translate
  /** The failure's text for the user. */
  explain(failure: CallFailure): string
}

/** A web push subscription: address at the push service, and keys of the browser in base64url. */
export interface PushKeys {
  endpoint: string
  p256dh: string
  auth: string
}

export interface ConfirmRequest {
  title: string
  /** Rendered between the facts and the buttons, in the scope of the step. */
  nodes?: Node[]
  text?: string
  rows?: { label: string; value: string }[]
  confirmLabel?: string
  cancelLabel?: string
  tone?: 'normal' | 'danger' | 'up' | 'down'
}
