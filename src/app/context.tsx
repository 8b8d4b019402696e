import type { ActionContext } from '../actions/action.ts'
import type { Scope } from '../core/evaluate.ts'
import { isOnline } from '../state/network.ts'
import { translate } from '../state/language.ts'
import { install } from '../state/install.ts'
import { preference, setPreference, setTheme } from '../state/prefs.ts'
import { closeTopOverlay, openOverlay } from '../state/ui.ts'
import type { View } from '../renderer/host.ts'
import { copyText, pickFile, saveFile, shareLink } from './device.ts'
import type { AppServices } from './runtime.ts'
import type { SheetBody } from './shell/OverlayHost.tsx'
import type { PayPasswordBody } from './shell/PayPassword.tsx'
import { NodesView } from '../renderer/ScreenView.tsx'

/** Operations that a screen's steps may execute. */
export function createActionContextFactory(runtime: AppServices): (view: View, scope: Scope | null) => ActionContext {
  const { api, navigator, toast, explain } = runtime
  const operations = {
    call: (call, payload, options) => api.call(call, payload, options),
    navigate: (to, params, how) => navigator.go(to, params, how),
    back: (steps) => navigator.back(steps),
    returnResult: (value) => navigator.returnResult(value),
    toast,
    closeSheet: () => closeTopOverlay('sheet'),
    async payPassword(call) {
      if (isOnline()) return openOverlay<string>('payPassword', { call } satisfies PayPasswordBody)
      toast(translate('error.offline'), { tone: 'error' })
      return null
    },
    pickFile,
    invalidate: runtime.invalidate,
    copy: copyText,
    share: shareLink,
    saveFile,
    openLink: runtime.openLink,
    setLanguage: runtime.changeLanguage,
    setTheme,
    preference,
    install,
    setPreference,
    login: ({ token }) => runtime.login(token),
    logout: runtime.logout,
    switchAccount: runtime.switchAccount,
    text: translate,
    explain,
  } satisfies Omit<ActionContext, 'confirm' | 'sheet' | 'setState' | 'setFormValues' | 'refresh' | 'loadMore'>

  return (view, scope) => {
    const { screen } = view
    return {
      ...operations,
      async confirm({ nodes, ...question }) {
        const children = nodes && <NodesView view={view} scope={scope} nodes={nodes} at="confirm" />
        return (
          (await openOverlay<boolean | 'restart'>('confirm', { ...question, ...(children && { children }) })) ?? false
        )
      },
      async sheet({ title, nodes }) {
        const body: SheetBody = {
          ...(title !== undefined && { title }),
          content: <NodesView view={view} scope={scope} nodes={nodes} at="sheet" />,
        }
        await openOverlay('sheet', body)
      },
      setState: (path, value) => screen.setState(path, value),
      setFormValues(name, values, clear) {
        const form = screen.form(name)
        if (!form) throw new Error(`The screen ${screen.screen.id} has no form ${name}.`)
        form.setValues(values)
        form.clear(clear)
      },
      async refresh(names) {
        const queries = names ? names.map((name) => screen.query(name)) : [...screen.queries.values()]
        await Promise.all(queries.map(async (query) => query?.refetch()))
      },
      loadMore: async (name) => screen.query(name)?.loadMore(),
    }
  }
}
