import type { CallFailure, CallResult } from '../../src/engine/language/result.ts'
import type { ActionContext } from '../../src/engine/actions/action.ts'

export const refused: { ok: false } & CallFailure = {
  ok: false,
  kind: 'refused',
  code: 'wrongPassword',
  message: 'Wrong password',
  params: {},
}
/** Returns the result of a call that succeeded with these data. */
export const done = (data: unknown): CallResult => ({ ok: true, data, code: '', message: '', params: {} })

/** For tests: a context that records its calls and returns the test's answers. */
export function recorder(overrides: Partial<ActionContext> = {}): { context: ActionContext; log: unknown[][] } {
  const log: unknown[][] = []
  const record =
    <T>(name: string, answer: T) =>
    (...args: unknown[]): T => {
      log.push([name, ...args])
      return answer
    }
  const base: ActionContext = {
    call: record('call', Promise.resolve(done({ id: '7' }))),
    navigate: record('navigate', undefined),
    back: record('back', undefined),
    returnResult: record('returnResult', undefined),
    toast: record('toast', undefined),
    confirm: record('confirm', Promise.resolve(true)),
    sheet: record('sheet', Promise.resolve()),
    closeSheet: record('closeSheet', undefined),
    payPassword: record('payPassword', Promise.resolve<string | null>('proof')),
    stepUp: record('stepUp', Promise.resolve<string | null>('proof')),
    pickFile: record('pickFile', Promise.resolve<File | null>(null)),
    setState: record('setState', undefined),
    setFormValues: record('setFormValues', undefined),
    refresh: record('refresh', Promise.resolve()),
    loadMore: record('loadMore', Promise.resolve()),
    invalidate: record('invalidate', undefined),
    copy: record('copy', Promise.resolve(true)),
    share: record('share', Promise.resolve('shared' as const)),
    saveFile: record('saveFile', Promise.resolve(true)),
    openLink: record('openLink', undefined),
    setLanguage: record('setLanguage', Promise.resolve()),
    setTheme: record('setTheme', undefined),
    preference: () => undefined,
    install: record('install', Promise.resolve()),
    createPasskey: record('createPasskey', Promise.resolve<string | null>('{}')),
    usePasskey: record('usePasskey', Promise.resolve<string | null>('{}')),
    subscribePush: record('subscribePush', Promise.resolve('missing' as const)),
    setPreference: record('setPreference', undefined),
    login: record('login', Promise.resolve(done(null))),
    logout: record('logout', Promise.resolve()),
    switchAccount: record('switchAccount', Promise.resolve(done(null))),
    text: (key, ..._args) => `text:${key}`,
    explain: (failure) => `error:${failure.code}`,
  }
  return { context: { ...base, ...overrides }, log }
}
