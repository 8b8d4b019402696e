import type { ActionContext } from '../engine/actions/action.ts'
import type { Scope } from '../engine/language/expressions/evaluate.ts'
import type { Node } from '../engine/language/expressions/program.ts'
import type { CallResult, Payload } from '../engine/language/result.ts'
import type { CallOptions } from '../engine/transport/api.ts'
import { isOnline } from '../engine/state/data/network.ts'
import { install } from '../engine/state/install.ts'
import { get } from '../engine/state/store.ts'
import type { Run, View } from '../engine/renderer/host.ts'
import { awaitedWidgets } from '../engine/renderer/nodes/deferredWidgets.ts'
import { declaresAlike, latestOf } from '../engine/renderer/screenInstance.ts'
import { copyText, pickFile, saveFile, shareLink } from './device/device.ts'
import type { AppServices } from './runtime.ts'
import type { SheetBody } from './shell/OverlayHost.tsx'
import type { PayPasswordBody } from './shell/PayPassword.tsx'
import type { StepUpBody } from './shell/StepUp.tsx'
import { NodesView } from '../engine/renderer/ScreenView.tsx'

/**
 * Operations that a screen's steps may execute. Once the user has left the screen, steps that wait for a reply neither navigate nor ask:
 * what is on display now has nothing to do with them.
 */
export function createActionContextFactory(
  runtime: AppServices,
): (view: View, scope: Scope | null, run: Run) => ActionContext {
  const { api, navigator, toast, explain, client } = runtime
  const { plugin } = runtime.product
  const { preferences, session, ui } = client
  const { translate } = client.language
  const operations = {
    async call(call: string, payload: Payload, options?: CallOptions): Promise<CallResult> {
      const result = await api.call(call, payload, options)
      if (!result.ok && plugin.userPolling.isOutdated?.(result.code)) runtime.refreshUser()
      return result
    },
    toast(text, { record, ...options } = {}) {
      if (record !== undefined) {
        // A message about it may come first.
        if (client.announced.subjects.has(record)) return
        client.announced.outcomes.add(record)
      }
      toast(text, options)
    },
    closeSheet: () => ui.closeTopOverlay('sheet'),
    pickFile,
    invalidate: runtime.invalidate,
    copy: copyText,
    share: shareLink,
    saveFile,
    openLink: runtime.openLink,
    setLanguage: runtime.changeLanguage,
    setTheme: preferences.setTheme,
    preference: preferences.valueOf,
    install,
    createPasskey: async (options) => (await import('./user/passkeys.ts')).createPasskey(options),
    usePasskey: async (options) => (await import('./user/passkeys.ts')).requestPasskey(options),
    subscribePush: async (publicKey) => (await import('./user/push.ts')).subscribePush(publicKey),
    setPreference: preferences.choose,
    text: translate,
    explain,
  } satisfies Partial<ActionContext>

  /** Loads the code of these nodes' widgets; false, with a message, when it cannot be loaded. */
  async function loadWidgetsOf(nodes: readonly Node[] = []): Promise<boolean> {
    const { widgetLoader } = runtime.product.registry
    const awaited = awaitedWidgets(nodes, widgetLoader)
    try {
      if (awaited.length > 0) await widgetLoader.load(awaited)
      return true
    } catch {
      toast(translate('error.unreachable'), { tone: 'error' })
      return false
    }
  }

  return (view, scope, run) => {
    const screen = latestOf(view.screen)
    const hasLeft = (): boolean => run.place !== null && navigator.place() !== run.place
    const leave = (move: () => void): void => {
      if (hasLeft()) return
      run.place = null
      move()
    }
    /** The run goes on in the session that its own step has begun or ended. */
    const changeSession = async <T,>(change: Promise<T>): Promise<T> => {
      const result = await change
      Object.assign(run, { session: get(session.key), place: null })
      return result
    }
    return {
      ...operations,
      call: (call, payload, options) =>
        operations.call(call, payload, hasLeft() ? options : { ...options, claims: run.claims }),
      navigate: (to, params, how) => leave(() => navigator.go(to, params, how)),
      back: (steps, fallback) => leave(() => navigator.back(steps, fallback)),
      returnResult: (value) => leave(() => navigator.returnResult(value)),
      login: ({ token }) => changeSession(runtime.login(token)),
      logout: () => changeSession(runtime.logout()),
      switchAccount: (mode) => changeSession(runtime.switchAccount(mode)),
      async payPassword(call) {
        if (hasLeft()) return null
        if (isOnline()) return ui.openOverlay<string>('payPassword', { call } satisfies PayPasswordBody)
        toast(translate('error.offline'), { tone: 'error' })
        return null
      },
      async stepUp(call, value) {
        if (hasLeft()) return null
        const info = await runtime.callService('stepUpInfo', { call, value })
        if (!info.ok || hasLeft()) return null
        const { factors, targets, passkey } = info.data as Omit<StepUpBody, 'call' | 'value'>
        if (factors.length === 0) return ''
        return ui.openOverlay<string>('stepUp', { call, value, factors, targets, passkey } satisfies StepUpBody)
      },
      // A confirmation opens with all that it shows: its buttons must not precede the amounts.
      async confirm({ nodes, ...question }) {
        if (hasLeft() || !(await loadWidgetsOf(nodes)) || hasLeft()) return false
        const children = nodes && <NodesView view={view} scope={scope} nodes={nodes} at="confirm" />
        return (
          (await ui.openOverlay<boolean | 'restart'>('confirm', { ...question, ...(children && { children }) })) ??
          false
        )
      },
      async sheet({ title, nodes }) {
        if (hasLeft()) return
        const body: SheetBody = {
          ...(title !== undefined && { title }),
          content: <NodesView view={view} scope={scope} nodes={nodes} at="sheet" />,
        }
        await ui.openOverlay('sheet', body)
      },
      setState(path, value) {
        const [name = ''] = path.split('.', 1)
        if (screen === view.screen || declaresAlike(view.screen, screen, name)) screen.setState(path, value)
      },
      setFormValues(name, values, clear) {
        const form = screen.form(name)
        if (!form && screen !== view.screen) return
        if (!form) throw new Error(`The screen ${screen.screen.id} has no form ${name}.`)
        form.setValues(values)
        form.clear(clear, run.detail)
      },
      async refresh(names) {
        const queries = names ? names.map((name) => screen.query(name)) : [...screen.queries.values()]
        await Promise.all(queries.map(async (query) => query?.refetch()))
      },
      loadMore: async (name) => screen.query(name)?.loadMore(),
    }
  }
}
