import type { CallFailure, CallResult } from '../core/result.ts'
import type { ActionContext } from './contract.ts'

export const refused: { ok: false } & CallFailure = { ok: false, kind: 'refused', code: 'wrongPassword', message: 'Wrong password', params: {} }
export const done = (data: unknown): CallResult => ({ ok: true, data, code: '', message: '', params: {} })

/** For tests: a context that records its calls and returns the test's answers. */
export function recorder(answers: Partial<ActionContext> = {}): { context: ActionContext; log: unknown[][] } {
  const log: unknown[][] = []
  const note =
    <T>(name: string, answer: T) =>
    (...args: unknown[]): T => {
      log.push([name, ...args])
      return answer
    }
  const base: ActionContext = {
    call: note('call', Promise.resolve(done({ id: '7' }))),
    navigate: note('navigate', undefined),
    back: note('back', undefined),
    returnResult: note('returnResult', undefined),
    toast: note('toast', undefined),
    confirm: note('confirm', Promise.resolve(true)),
    sheet: note('sheet', Promise.resolve()),
    closeSheet: note('closeSheet', undefined),
    payPassword: note('payPassword', Promise.resolve<string | null>('proof')),
    pickFile: note('pickFile', Promise.resolve<File | null>(null)),
    setState: note('setState', undefined),
    setFormValues: note('setFormValues', undefined),
    refresh: note('refresh', Promise.resolve()),
    loadMore: note('loadMore', Promise.resolve()),
    invalidate: note('invalidate', undefined),
    copy: note('copy', Promise.resolve(true)),
    share: note('share', Promise.resolve('shared' as const)),
    openLink: note('openLink', undefined),
    setLanguage: note('setLanguage', Promise.resolve()),
    setTheme: note('setTheme', undefined),
    toggleWatchlist: note('toggleWatchlist', undefined),
    install: note('install', Promise.resolve()),
    setPreference: note('setPreference', undefined),
    login: note('login', Promise.resolve(done(null))),
    logout: note('logout', Promise.resolve()),
    switchAccount: note('switchAccount', Promise.resolve(done(null))),
    text: (key, ..._args) => `text:${key}`,
    explain: (failure) => `error:${failure.code}`,
  }
  return { context: { ...base, ...answers }, log }
}
