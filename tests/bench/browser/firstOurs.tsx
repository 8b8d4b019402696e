import { createRoot } from 'react-dom/client'
import { createFormModules } from '../../../src/engine/catalogue/formModules.ts'
import { runModule } from '../../../src/engine/catalogue/script.ts'
import type { Action, ActionContext } from '../../../src/engine/language/action.ts'
import type { Screen } from '../../../src/engine/language/expressions/program.ts'
import type { CallResult, Payload } from '../../../src/engine/language/result.ts'
import '../../../src/generated/tokens.css'
import { HostContext, type Host } from '../../../src/engine/renderer/host.ts'
import type { Widget } from '../../../src/engine/renderer/plan.ts'
import { createScreenInstance } from '../../../src/engine/renderer/screenInstance.ts'
import { ScreenView } from '../../../src/engine/renderer/ScreenView.tsx'
import type { QueryStore } from '../../../src/engine/state/data/queryStore.ts'
import { createForm } from '../../../src/engine/state/forms/forms.ts'
import { createClient } from '../../../src/engine/state/client/client.ts'
import { ClientProvider } from '../../../src/engine/state/client/context.ts'

declare global {
  /** The requests of the page's first lines. */
  var early: { screen: Promise<Screen>; texts: Promise<Record<string, string>> }
}

// Typed as in the app's registry: the compiler checks the props of a widget.
const widgets = import.meta.glob<Widget>('../../../src/engine/widgets/Form/Form.tsx', {
  eager: true,
  import: 'default',
})
const actions = import.meta.glob<Action>('../../../src/engine/actions/call/call.ts', { eager: true, import: 'default' })
const only = <T,>(files: Record<string, T>, name: string): Record<string, T> =>
  Object.fromEntries(Object.values(files).map((file) => [name, file]))

async function send(id: string, payload: Payload): Promise<CallResult> {
  const reply = await fetch(`/api/${id}`, { method: 'POST', body: JSON.stringify(payload) })
  return { ok: true, code: '', message: '', params: {}, data: await reply.json() }
}

const nothing = () => null
/** A product without live values and preferences: the page is one form. */
const client = createClient({
  plugin: {
    modes: [''],
    liveKeys: { keyOf: () => '', sameTickKeys: () => [], areOfOneTick: () => true },
    preferences: { schemas: {}, ofUser: [] },
  },
})
const host: Host = {
  client,
  widgets: only(widgets, 'Form'),
  actions: only(actions, 'call'),
  config: {},
  placeholders: { loading: nothing, failed: nothing, empty: nothing, stale: nothing, broken: nothing },
  createActionContext: () => ({ call: send }) as unknown as ActionContext,
  report(error) {
    throw error
  },
}

// The screen has no queries, and the hand-written form cannot send any either.
const noData: QueryStore = {
  query() {
    throw new Error('The screen has no queries.')
  },
  invalidate: nothing,
  refetchFailed: nothing,
  clear: nothing,
  close: nothing,
}

const unavailable = () => Promise.reject(new Error('Nothing is stored on the device.'))
const modules = createFormModules({ cacheOffline: unavailable, refetch: unavailable }, '/catalogue/', runModule)

const [screen, texts] = await Promise.all([early.screen, early.texts])
await Promise.all(
  Object.values(screen.forms).flatMap(({ validator }) => (validator === undefined ? [] : modules.load(validator))),
)
client.language.apply('en', texts)
const state = createScreenInstance(screen, {
  client,
  params: {},
  data: noData,
  config: host.config,
  report: host.report,
  createForm(def, draft) {
    const validators = modules.peek(def.validator ?? '')
    if (!validators) throw new Error('The validators of the form are not loaded.')
    return createForm(def, validators, draft)
  },
})
createRoot(document.body.appendChild(document.createElement('main'))).render(
  <ClientProvider value={client}>
    <HostContext value={host}>
      <ScreenView state={state} />
    </HostContext>
  </ClientProvider>,
)
